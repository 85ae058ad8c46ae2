/** Types for a package that doesn't have any. */
declare module "uk-modulus-checking" {
  export default class UkModulusChecking {
    constructor(numbers: { readonly accountNumber: string; readonly sortCode: string });
    isValid(): boolean;
  }
}
