using System.Collections.Concurrent;
using System.ComponentModel.DataAnnotations;
using System.Text.Json;
using System.Text.Json.Serialization;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Mvc;

/// <summary>A location of an account. What the portal sends back and this class doesn't know is kept.</summary>
public sealed class Location
{
    public int AddressId { get; set; }
    /// <summary>Changes with each save; an old one is a conflict. JSON has it as base64.</summary>
    public byte[]? RowVersion { get; set; }
    // Nullable: .NET would call an absent text required, whatever the rules say.
    [Required(ErrorMessage = "Please enter the first line of the address."), StringLength(60)]
    public string? Line1 { get; set; }
    [StringLength(60)] public string? Line2 { get; set; }
    [Required(ErrorMessage = "Please enter a town."), StringLength(40)] public string? Town { get; set; }
    [StringLength(40)] public string? County { get; set; }
    [Required(ErrorMessage = "Please enter a postcode."), PostCode] public string? PostCode { get; set; }
    [StringLength(500)] public string? Notes { get; set; }
    public string FullAddressWithoutPostCode => Join(Line1, Line2, Town, County);
    public string FullAddress => Join(Line1, Line2, Town, County, PostCode);
    public string SearchField => FullAddress.ToLowerInvariant();
    [JsonExtensionData] public Dictionary<string, JsonElement> Others { get; set; } = [];

    private static string Join(params string?[] parts) => string.Join(", ", parts.Where(part => !string.IsNullOrWhiteSpace(part)));
}

/// <summary>Keeps locations while the process runs. Yours is a database.</summary>
public sealed class Locations
{
    private readonly ConcurrentDictionary<(string ClientId, int Id), Location> all = new();
    private int lastId = 5000;

    public Locations()
    {
        Add("1001", new Location { Line1 = "12 Harbour Road", Town = "Whitby", PostCode = "YO21 3PU", Notes = "Ring twice." });
        Add("1001", new Location { Line1 = "The Old Mill", Line2 = "Mill Lane", Town = "Leeds", PostCode = "LS1 4AP" });
        Add("1002", new Location { Line1 = "7 Fisher Street", Town = "Scarborough", PostCode = "YO11 1AA" });
    }

    public IReadOnlyList<Location> Of(string clientId) =>
        [.. all.Where(entry => entry.Key.ClientId == clientId).Select(entry => entry.Value).OrderBy(location => location.Line1)];

    public Location? Find(string clientId, int id) => all.GetValueOrDefault((clientId, id));

    public Location Add(string clientId, Location location)
    {
        location.AddressId = Interlocked.Increment(ref lastId);
        location.RowVersion = BitConverter.GetBytes(1L);
        return all[(clientId, location.AddressId)] = location;
    }

    /// <summary>Saves a location over the version that it was read as; false if someone else has saved it since.</summary>
    public bool TrySave(string clientId, Location location)
    {
        var before = Find(clientId, location.AddressId);
        if (before is null || location.RowVersion is null || !location.RowVersion.SequenceEqual(before.RowVersion!)) return false;
        location.RowVersion = BitConverter.GetBytes(BitConverter.ToInt64(before.RowVersion!) + 1);
        return all.TryUpdate((clientId, location.AddressId), location, before);
    }
}

/// <summary>Every call of the portal's locations: the list is for everyone of the account, the rest for administrators.</summary>
[ApiController, Route("api/Address")]
public sealed class AddressController(Locations locations) : ControllerBase
{
    private string ClientId => Request.Headers["X-Client-Id"].ToString();

    [HttpGet("Index"), Authorize("account")]
    public object Index() => new { Items = locations.Of(ClientId), TotalCount = locations.Of(ClientId).Count };

    [HttpGet("GetValidationRules"), Authorize("account")] public IEnumerable<Rule> Rules() => Rule.Of<Location>();

    [HttpGet("Create"), Authorize("admin")] public Location Blank() => new();

    [HttpGet("Edit/{id:int}"), Authorize("admin")]
    public ActionResult<Location> Read(int id) => locations.Find(ClientId, id) is { } found ? found : NotFound();

    // What breaks an annotation is refused before this runs, with ASP.NET's own 400.
    [HttpPost("Create"), Authorize("admin")]
    public ActionResult<Location> Create(Location location) => Created("", locations.Add(ClientId, location));

    [HttpPut("Edit"), Authorize("admin")]
    public ActionResult<Location> Save(Location location)
    {
        if (locations.Find(ClientId, location.AddressId) is null) return NotFound();
        if (!locations.TrySave(ClientId, location)) return Conflict("The location was changed by another user.");
        return location;
    }
}

/// <summary>The accounts that someone works for.</summary>
[ApiController, Route("api/Client")]
public sealed class ClientController(Locations locations) : ControllerBase
{
    private static readonly Dictionary<string, string> Names = new()
    {
        ["1001"] = "Harbour & Pine Ltd",
        ["1002"] = "Harbour & Pine Retail Ltd",
    };

    // Asked right after signing in, before an account is chosen.
    [HttpGet("MyAccounts"), Authorize]
    public object Accounts() => User.FindAll("accounts").Select(claim => new { ClientId = claim.Value, Name = NameOf(claim.Value) });

    [HttpGet("GetSummaryDetails"), Authorize("account")]
    public object Summary()
    {
        var clientId = Request.Headers["X-Client-Id"].ToString();
        string[] accounts = [$"{clientId}:x/HAR001"];
        return new
        {
            ClientName = NameOf(clientId),
            MyAccounts = accounts,
            Address = locations.Of(clientId).FirstOrDefault(),
            CustomerTier = 1,
            MembershipTier = "Standard",
        };
    }

    private static string NameOf(string clientId) => Names.GetValueOrDefault(clientId, clientId);
}
