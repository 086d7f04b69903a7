/** Properties that JavaScript itself reads from objects. */
const LANGUAGE = new Set<PropertyKey>(['then', 'toJSON', 'constructor', 'prototype', 'length', 'name', 'default']);

/** Wraps the object so that reading a member that the fake does not have throws. */
export function strict<T extends object>(name: string, object: T): T {
  return new Proxy(object, {
    get(target, member) {
      if (member in target || typeof member === 'symbol' || LANGUAGE.has(member)) {
        const value: unknown = Reflect.get(target, member, target);
        // Private members are the object's own, not the proxy's.
        return typeof value === 'function' && !isClass(value) ? (value.bind(target) as unknown) : value;
      }
      throw new Error(
        `The fake of electron has no ${name}.${member}: add it to e2e/harness/fake, as electron.d.ts has it.`,
      );
    },
  });
}

function isClass(value: object): boolean {
  return /^class\b/.test(Function.prototype.toString.call(value));
}
