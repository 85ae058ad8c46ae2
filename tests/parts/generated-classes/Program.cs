using System.Reflection;
using System.Text.Json;

// Reads every example of an OpenAPI document into the class that was made of its schema. Prints what doesn't fit.
var (file, space) = (args[0], args[1]);
using var document = JsonDocument.Parse(File.ReadAllText(file));
var (fitting, others) = (0, 0);
Visit(document.RootElement, "");
Console.WriteLine($"{fitting} fit, {others} don't");
return others;

void Visit(JsonElement node, string place)
{
    if (node.ValueKind == JsonValueKind.Array)
        foreach (var item in node.EnumerateArray()) Visit(item, place);
    if (node.ValueKind != JsonValueKind.Object) return;
    if (node.TryGetProperty("schema", out var schema) && ClassOf(schema) is { } type)
        foreach (var example in ExamplesOf(node)) Read(example, type, place);
    foreach (var inner in node.EnumerateObject()) Visit(inner.Value, $"{place} {inner.Name}");
}

IEnumerable<JsonElement> ExamplesOf(JsonElement media)
{
    if (media.TryGetProperty("example", out var one)) yield return one;
    if (media.TryGetProperty("examples", out var named))
        foreach (var example in named.EnumerateObject()) yield return example.Value.GetProperty("value");
}

Type? ClassOf(JsonElement schema)
{
    if (schema.ValueKind != JsonValueKind.Object) return null;
    if (schema.TryGetProperty("$ref", out var reference))
        return Assembly.GetExecutingAssembly().GetType($"{space}.{reference.GetString()!.Split('/').Last()}");
    return schema.TryGetProperty("items", out var items) && ClassOf(items) is { } item ? typeof(List<>).MakeGenericType(item) : null;
}

void Read(JsonElement example, Type type, string place)
{
    try
    {
        JsonSerializer.Deserialize(example.GetRawText(), type);
        fitting++;
    }
    catch (JsonException fault)
    {
        others++;
        Console.WriteLine($"{place}: {fault.Message}");
    }
}
