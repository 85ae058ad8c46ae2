/** Types of a package that ships none. */
declare module "uk-modulus-checking" {
  export default class UkModulusChecking {
    constructor(numbers: { readonly accountNumber: string; readonly sortCode: string });
    isValid(): boolean;
  }
}
