/** Thrown by a handler whose work is done, but whose answer is to be lost: the connection is reset. */
export class LostAnswer extends Error {
  override readonly name = "LostAnswer";
}
