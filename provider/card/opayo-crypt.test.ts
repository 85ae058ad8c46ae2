import { describe, expect, test } from "vitest";
import { decryptFields, encryptFields } from "./opayo-crypt.ts";

/** The sample request and password of Opayo's Form Integration and Protocol Guidelines 3.00. */
const request = {
  password: "55a51621a6648525",
  fields: {
    VendorTxCode: "TxCode-1310917599-223087284",
    Amount: "36.95",
    Currency: "GBP",
    Description: "description",
    CustomerName: "Fname Surname",
    CustomerEMail: "customer@example.com",
    BillingSurname: "Surname",
    BillingFirstnames: "Fname",
    BillingAddress1: "BillAddress Line 1",
    BillingCity: "BillCity",
    BillingPostCode: "W1A 1BL",
    BillingCountry: "GB",
    BillingPhone: "447933000000",
    DeliveryFirstnames: "Fname",
    DeliverySurname: "Surname",
    DeliveryAddress1: "BillAddress Line 1",
    DeliveryCity: "BillCity",
    DeliveryPostCode: "W1A 1BL",
    DeliveryCountry: "GB",
    DeliveryPhone: "447933000000",
    SuccessURL: "https://example.com/success",
    FailureURL: "https://example.com/failure",
  },
  crypt:
    "@2DCD27338114D4C39A14A855702FBAB2EF40BCAC2D76A3ABC0F660A07E9C1C921C2C755BA9B59C39F882FBF6DFED114F23141D94E50A01A6" +
    "65B1E31A86C07CA1CD1BB8EF5B6CF2C23D495CD79F9C0F678D61773E7A1AA30AA5B23D56503FC0B52AC0694A8C341263D2C5FE1BAD93BDB94" +
    "726761E155E900448F644AF1F67BE1AC77E852B9D90809A44F258EE9478B6D8C1C4ED58759263E7DBF8871C6592287C0358F36F4EEC326CED" +
    "DD440DA2FED8AB35F1B630A5C6FA671E4D78CC8CACECF9DFDC31D6C5EC8270FB21E297E2C2E14F99A04223EFFD4F00062D440E78A3D2C7140" +
    "EC8F123D247B75E7482AE98858DA34D37EDE6D7C69AA74391F559305CF675ADB3615244A107ABBB6AF26E29A2FFA059B12688D90FE09E0DE0" +
    "69325BFF3587A695F5DA36E4B809B69CC9A37034F166B63B5A62B986F4DA34E9AC9516AFDE70642EC7DAD1AEBA93A1F347D6AC7046E967DCB" +
    "FE7ACFCEE5DAFC0B29F1765032B3060EBE565CBD57D092075D15CF12725199C6881605B2E0F105698CE3ADD04361CA9D620C187B90E3F9849" +
    "445B5C3C0FDF1768BFFD61F97E51316826F4F10E0E3E668F0A9F5ED9CCDA6F2C7CC957F12DB48F9041482E3D035E7A91852C404BFA325FED9" +
    "47E71F57B871DFAC6AF4FF29F4513A4A80B2D7ECC9D19D47ED04FA99CDFC881DFA771E1EA4F3F9B2C5AC673EF3DA2699A309CC8522993A63C" +
    "B8D45D3CDF09B1DFDC573CD19679B250AD6721450B5042F201670B464505DCAEF59E2C67ABACC9AE2EEE793CE191FEBF66B8FAF4204EFFB35" +
    "9246B9C99FB52805C46375FF35140F74707FBC73C7731A28A2C883A",
};

/** A published response of Opayo's test system, with its password. */
const response = {
  password: "HpzN36qypEveDbdk",
  fields: {
    VendorTxCode: "20150629152759.18328.10780",
    VPSTxId: "{C949E58C-A0DB-4553-8682-A296C4B7CF6E}",
    Status: "OK",
    StatusDetail: "0000 : The Authorisation was Successful.",
    TxAuthNo: "8604856",
    AVSCV2: "SECURITY CODE MATCH ONLY",
    AddressResult: "MATCHED",
    PostCodeResult: "NOTMATCHED",
    CV2Result: "MATCHED",
    GiftAid: "0",
    "3DSecureStatus": "NOTCHECKED",
    CardType: "VISA",
    Last4Digits: "0006",
    DeclineCode: "00",
    ExpiryDate: "0133",
    Amount: "5.10",
    BankAuthCode: "999777",
  },
  crypt:
    "@731627bf860c645f1895cb17914faa9ee0f8257cb624076c6f4ac5101fca59508c5bb21cc6871d3ef6f10313e5e33207cc3536605e6c472d" +
    "81caabac9cb879f73f0cc1e5aed19eadebba567e38f48f4fed5dd05743ea40715c3434b70b79689c8fec5bca5edc9108fbe903bbed002fc19" +
    "486c8af63505dd8c9a4e1e63fa71858c3c0f9f211d8ab6e2170abb09e4bf6c7f4b52725b416e5a859d0c6dab6748b4babe9562aa67f63a9ac" +
    "bb201b67076e2517f2a6879a90b30e1ccde6e3fc99e1901b5ef33f18fe916a15935696ce495199c12f2e98d0428dfd2147250cbef5da0d6a2" +
    "f47ecd56204e3e31648b75f9574f883fb252e06d80cbfa857d033e0cad582c2b19d370c6a2ea35f5cfbe21a0a2cb49850ff89eb603df1f067" +
    "664423080dc99f3eed3a81dd2d8225c55195f4e639bcacefe6a00e6936dfca7129a85b6476e5a73013f8b1ce44229505fe30022c3932deada" +
    "7be8f7ada630d9203b1d741d9fd21654c9d09348a86b0027c23a888b9adeb59bcfc623fab0207fe36d5082d7408c92701f6298464608511b1" +
    "1ca387b692",
};

describe("the Crypt field of Opayo Form", () => {
  test("encrypts and decrypts the published request byte for byte", () => {
    expect(encryptFields(request.fields, request.password)).toBe(request.crypt);
    expect(decryptFields(request.crypt, request.password)).toEqual(request.fields);
  });

  test("decrypts and encrypts the published response of the test system", () => {
    expect(decryptFields(response.crypt, response.password)).toEqual(response.fields);
    expect(encryptFields(response.fields, response.password)).toBe(response.crypt.toUpperCase());
  });

  test("a value can't add another field", () => {
    const crypt = encryptFields({ CustomerName: "A&Amount=0.01\r\nB" }, request.password);
    expect(decryptFields(crypt, request.password)).toEqual({ CustomerName: "A Amount=0.01  B" });
  });

  test.each([
    ["another password", encryptFields({ Amount: "1.00" }, "anotherpassword1")],
    ["no @", request.crypt.slice(1)],
    ["a lost block", request.crypt.slice(0, -32)],
    ["a changed last block", `${request.crypt.slice(0, -2)}00`],
    ["a lost half byte", request.crypt.slice(0, -1)],
    ["no hex digits", "@not-hex-at-all"],
    ["no content", ""],
  ])("a crypt with %s is not decrypted", (_, crypt) => {
    expect(decryptFields(crypt, request.password)).toBeUndefined();
  });
});
