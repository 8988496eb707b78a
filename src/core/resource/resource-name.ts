declare const brand: unique symbol

/** The name of a resource that is known to exist: made by `nameOf`, so that no reference is a bare string. */
export type ResourceName = string & { readonly [brand]: true }

/**
 * The name of another resource, checked against its definition without loading it: `nameOf<typeof authors>('authors')`.
 * Where the definition is gone, so is the type, and the compiler names every reference to it.
 */
export function nameOf<R extends { readonly name: string }>(name: R['name']): ResourceName {
  return name as ResourceName
}

/** The same for a reference within a definition to its own kind, which has no type yet. Checked at start. */
export function selfNamed(name: string): ResourceName {
  return name as ResourceName
}
