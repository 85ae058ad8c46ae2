using System.ComponentModel.DataAnnotations;
using System.Reflection;
using System.Text.RegularExpressions;

/// <summary>A UK postcode; the portal checks it under this name, too.</summary>
public sealed partial class PostCodeAttribute() : ValidationAttribute("Not a postcode.")
{
    [GeneratedRegex("^[A-Z]{1,2}[0-9][A-Z0-9]? ?[0-9][A-Z]{2}$", RegexOptions.IgnoreCase)]
    private static partial Regex Pattern();

    public override bool IsValid(object? value) => value is not string text || text == "" || Pattern().IsMatch(text);
}

/// <summary>The rules of a form as the portal reads them, so that it checks them while someone types.</summary>
public sealed record Rule(string Property, string RuleName, string? Description, int Severity, object? Parameters)
{
    /// <summary>From the annotations of a class. One that the portal has no name for is checked on saving alone.</summary>
    public static IEnumerable<Rule> Of<T>() =>
        from property in typeof(T).GetProperties()
        from annotation in property.GetCustomAttributes<ValidationAttribute>()
        let rule = NameOf(annotation)
        where rule.Name != ""
        select new Rule(property.Name, rule.Name, annotation.ErrorMessage, 0, rule.Parameters);

    private static (string Name, object? Parameters) NameOf(ValidationAttribute annotation) => annotation switch
    {
        RequiredAttribute => ("Required", null),
        StringLengthAttribute length => ("StringLength", new { Min = length.MinimumLength, Max = length.MaximumLength }),
        RangeAttribute range => ("NumericRange", new { Min = range.Minimum, Max = range.Maximum }),
        EmailAddressAttribute => ("Email", null),
        PhoneAttribute => ("Phone", null),
        UrlAttribute => ("Url", null),
        CompareAttribute compare => ("IdenticalFields", new { CompareField = compare.OtherProperty }),
        PostCodeAttribute => ("PostCode", null),
        _ => ("", null),
    };
}
