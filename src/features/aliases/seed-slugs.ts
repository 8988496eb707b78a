/** Gives out slugs, none of them twice within a city: `museums`, `museums-2`. */
export function freeSlugIn(): (cityId: number, slug: string) => string {
  const taken = new Set<string>()
  return function freeSlug(cityId, slug) {
    let free = slug
    for (let number = 2; taken.has(`${cityId} ${free}`); number++) free = `${slug}-${number}`
    taken.add(`${cityId} ${free}`)
    return free
  }
}
