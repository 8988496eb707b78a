import type { Setting, World } from './world.server.ts'
import { published, same, secret, slug } from './world.server.ts'

export const categoriesWorld = ({ records, by, set, unpublish, categoryId }: Setting): World<'categories'> => ({
  make: async (name) =>
    `s-${await records.make('subcategories', { ...published, categoryId, name, slug: slug(name) })}`,
  hide: unpublish('subcategories'),
  change: set('subcategories', 'position', 77),
  filters: { slug: by('subcategories', 'slug', 'no-such-slug'), parent: same(`ca-${categoryId}`, 's-1') },
})

export const citiesWorld = ({ records, by, set, unpublish, countryId }: Setting): World<'cities'> => ({
  make: async (name) =>
    String(await records.make('cities', { ...published, countryId, name, slug: slug(name), tourcmsLocation: secret })),
  hide: unpublish('cities'),
  change: set('cities', 'latitude', 12.25),
  filters: { country: same('ZZ', 'ES'), slug: by('cities', 'slug', 'no-such-slug') },
})

export const venuesWorld = ({ records, by, set, unpublish, cityId }: Setting): World<'venues'> => ({
  make: async (name) =>
    String(
      await records.make('venues', {
        ...published,
        cityId,
        name,
        slug: slug(name),
        latitude: 40.4,
        longitude: -3.7,
        variations: [secret],
      }),
    ),
  hide: unpublish('venues'),
  change: set('venues', 'capacity', 4321),
  filters: {
    city: same(String(cityId), '999999'),
    slug: by('venues', 'slug', 'no-such-slug'),
    near: same('40.41,-3.71', '41.5,-3.7'),
    radius: async () => ({ finds: '20', misses: '1', with: { near: '40.45,-3.7' } }),
  },
})

export const performersWorld = ({ records, by, set, unpublish }: Setting): World<'performers'> => ({
  make: async (name) =>
    String(
      await records.make('performers', {
        ...published,
        name,
        sortName: name,
        slug: slug(name),
        kind: 'artist',
        sport: null,
        variations: [secret],
      }),
    ),
  hide: unpublish('performers'),
  change: set('performers', 'genre', 'Zarzuela'),
  filters: {
    kind: same('artist', 'team'),
    slug: by('performers', 'slug', 'no-such-slug'),
    q: by('performers', 'name', 'zzzz'),
  },
})
