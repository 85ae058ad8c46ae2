using System.Collections.Concurrent;
using System.Security.Cryptography;
using System.Text;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.SignalR;
using Microsoft.IdentityModel.JsonWebTokens;
using Yarp.ReverseProxy.Transforms;

// A backend for the portal that serves locations and accounts itself, and forwards every other call: docs/integrate.md.
var builder = WebApplication.CreateBuilder(args);
var settings = builder.Configuration;
var key = Required("PORTAL_API_KEY");
var forwardTo = Required("FORWARD_TO");
string[] issuers = ["CUSTOMER", "EMPLOYEE"];

// Customers and employees come from two issuers, so each has a scheme, which the token's issuer picks: a policy that tries
// both logs a failure for every request.
var authentication = builder.Services.AddAuthentication("Bearer")
    .AddPolicyScheme("Bearer", null, options => options.ForwardDefaultSelector = SchemeOf);
foreach (var issuer in issuers)
    authentication.AddJwtBearer(issuer, options =>
    {
        options.Authority = settings[$"{issuer}_ISSUER"];
        options.Audience = settings[$"{issuer}_CLIENT_ID"];
        options.RequireHttpsMetadata = !builder.Environment.IsDevelopment();
        // Otherwise "roles" and "sub" arrive under .NET's own long names.
        options.MapInboundClaims = false;
    });
builder.Services.AddAuthorizationBuilder()
    .AddPolicy("account", policy => policy.RequireAssertion(IsOfAccount))
    .AddPolicy("admin", policy => policy
        .RequireAssertion(context => IsOfAccount(context) && HasRole(context, "MyPortal Admin")));
builder.Services.AddControllers();
builder.Services.AddSignalR();
builder.Services.AddHttpForwarder();
builder.Services.AddSingleton<Locations>();

var app = builder.Build();
app.UseAuthentication();
// The hub gets no key: the portal sends it the token alone.
app.UseWhen(request => request.Request.Path.StartsWithSegments("/api") && !IsHub(request), api =>
    api.Use((context, next) => IsKey(context.Request.Headers["Ocp-Apim-Subscription-Key"].ToString())
        ? next(context)
        : Results.Unauthorized().ExecuteAsync(context)));
app.UseAuthorization();
app.MapControllers();
app.MapHub<AlertsHub>("/api/Hub/myportalalerts", options => options.CloseOnAuthenticationExpiration = true)
    .RequireAuthorization("account");
// Your own systems tell the hub here what the portal's people should hear of, such as
// POST /api/Events/TicketUpdated/1001 with the key and {"supportTicketId": "6021"}.
app.MapPost("/api/Events/{kind}/{clientId}", async (string kind, string clientId, HttpRequest request, IHubContext<AlertsHub> hub) =>
{
    await hub.Clients.Group(clientId).SendAsync(kind, await request.ReadFromJsonAsync<Dictionary<string, object>>());
    return Results.Ok(new { Listeners = AlertsHub.CountOf(clientId) });
});
// The conformance run notes this header, so that a call whose route is misspelt here doesn't seem to be ours.
app.MapForwarder("/api/{**rest}", forwardTo, forwarded => forwarded.AddResponseHeader("X-Forwarded-Response", "true"));
app.Run();

string Required(string name) =>
    settings[name] is { Length: > 0 } value ? value : throw new InvalidOperationException($"{name} is missing.");

bool IsKey(string sent) => CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(sent), Encoding.UTF8.GetBytes(key));

// The scheme itself checks the issuer, as it does the signature.
string SchemeOf(HttpContext context)
{
    var token = context.Request.Headers.Authorization.ToString().Replace("Bearer ", "");
    var tokens = new JsonWebTokenHandler();
    var issuer = tokens.CanReadToken(token) ? tokens.ReadJsonWebToken(token).Issuer : "";
    return issuers.FirstOrDefault(name => settings[$"{name}_ISSUER"] == issuer) ?? issuers[0];
}

static bool IsHub(HttpContext context) => context.Request.Path.StartsWithSegments("/api/Hub/myportalalerts");

static string AccountOf(AuthorizationHandlerContext context) =>
    (context.Resource as HttpContext)?.Request.Headers["X-Client-Id"].ToString() ?? "";

// The demo's tokens name the accounts. Yours are in your database.
static bool IsOfAccount(AuthorizationHandlerContext context) =>
    context.User.FindAll("accounts").Any(claim => claim.Value == AccountOf(context));

// "1001-MyPortal Admin", without regard to spaces and case; an employee, never a customer, may have "*-…" for every account.
bool HasRole(AuthorizationHandlerContext context, string role)
{
    var ofAccount = Plain($"{AccountOf(context)}-{role}");
    return context.User.FindAll("roles").Any(claim => Plain(claim.Value) == ofAccount
        || (Plain(claim.Value) == Plain($"*-{role}") && claim.Issuer == settings["EMPLOYEE_ISSUER"]));
    static string Plain(string name) => name.Replace(" ", "").ToLowerInvariant();
}

/// <summary>Tells the portal what happened in an account. The portal never sends anything to it.</summary>
public sealed class AlertsHub : Hub
{
    private static readonly ConcurrentDictionary<string, string> Accounts = new();

    /// <summary>How many connections hear an account's events.</summary>
    public static int CountOf(string clientId) => Accounts.Values.Count(account => account == clientId);

    public override async Task OnConnectedAsync()
    {
        var clientId = Context.GetHttpContext()?.Request.Headers["X-Client-Id"].ToString() ?? "";
        Accounts[Context.ConnectionId] = clientId;
        await Groups.AddToGroupAsync(Context.ConnectionId, clientId);
    }

    public override Task OnDisconnectedAsync(Exception? exception)
    {
        Accounts.TryRemove(Context.ConnectionId, out _);
        return base.OnDisconnectedAsync(exception);
    }
}
