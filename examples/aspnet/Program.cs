using System.Security.Cryptography;
using System.Text;
using Microsoft.AspNetCore.Authentication.JwtBearer;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.SignalR;

// A backend for the portal that serves locations and accounts itself, and forwards every other call: docs/integrate.md.
var builder = WebApplication.CreateBuilder(args);
var settings = builder.Configuration;
var key = Required("PORTAL_API_KEY");
var forwardTo = Required("FORWARD_TO");
string[] issuers = ["CUSTOMER", "EMPLOYEE"];

// Customers and employees come from two issuers, so each has a scheme of its own.
var authentication = builder.Services.AddAuthentication();
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
    .AddPolicy("account", policy => policy.AddAuthenticationSchemes(issuers).RequireAssertion(IsOfAccount))
    .AddPolicy("admin", policy => policy.AddAuthenticationSchemes(issuers)
        .RequireAssertion(context => IsOfAccount(context) && HasRole(context, "MyPortal Admin")))
    .SetDefaultPolicy(new AuthorizationPolicyBuilder(issuers).RequireAuthenticatedUser().Build());
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
// Your own systems tell the hub here what the portal's people should hear of.
app.MapPost("/api/Events/{kind}/{clientId}", async (string kind, string clientId, HttpRequest request, IHubContext<AlertsHub> hub) =>
{
    await hub.Clients.Group(clientId).SendAsync(kind, await request.ReadFromJsonAsync<Dictionary<string, object>>());
    return Results.NoContent();
});
app.MapForwarder("/api/{**rest}", forwardTo);
app.Run();

string Required(string name) =>
    settings[name] is { Length: > 0 } value ? value : throw new InvalidOperationException($"{name} is missing.");

bool IsKey(string sent) => CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(sent), Encoding.UTF8.GetBytes(key));

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
    public override async Task OnConnectedAsync()
    {
        var clientId = Context.GetHttpContext()?.Request.Headers["X-Client-Id"].ToString() ?? "";
        await Groups.AddToGroupAsync(Context.ConnectionId, clientId);
    }
}
