/**
 * Keeps a page alive that the browser translates. The translator replaces text nodes by its own, and React would throw when
 * it removes such a text or inserts something before it (https://github.com/facebook/react/issues/11538).
 */
export function tolerateTranslation(): void {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    return child.parentNode === this ? (removeChild.call(this, child) as T) : child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, added: T, next: Node | null): T {
    return insertBefore.call(this, added, next?.parentNode === this ? next : null) as T;
  };
}
