/** The package ships no types. */
declare module "uk-modulus-checking" {
  export default class UkModulusChecking {
    constructor(numbers: { readonly accountNumber: string; readonly sortCode: string });
    isValid(): boolean;
  }
}
