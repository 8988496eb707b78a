import { IconMapPin } from '@tabler/icons-react'
import { defineModule } from '../../ui/resource/module.web.ts'
import { recordGroup } from '../../ui/resource/record-pages.web.ts'

const countryLists = () => import('./markets/country-list-screens.tsx')
const countryForms = () => import('./markets/country-form-screens.tsx')
const cityLists = () => import('./geo/city-list-screens.tsx')
const cityForm = async () => (await import('./geo/city-form-screen.tsx')).CityFormScreen
const venueForm = async () => (await import('./venues/venue-form-screen.tsx')).VenueFormScreen

export const placesModule = defineModule({
  name: 'places',
  resources: [
    async () => (await import('./geo/continents.ts')).continents,
    async () => (await import('./geo/countries.ts')).countries,
    async () => (await import('./geo/city-launches.ts')).cityLaunches,
    async () => (await import('./geo/cities.ts')).cities,
    async () => (await import('./venues/venues.ts')).venues,
    async () => (await import('./venues/venue-configurations.ts')).venueConfigurations,
    async () => (await import('./venues/venue-sections.ts')).venueSections,
  ],
  pages: [
    {
      nodes: [
        {
          path: '/places',
          title: 'Places',
          icon: IconMapPin,
          redirect: 'noRedirect',
          access: 'places',
          children: [
            ...recordGroup({
              of: 'continents',
              at: '/continents',
              write: 'places',
              list: { title: 'Continents', screen: async () => (await countryLists()).ContinentListScreen },
              create: { title: 'New continent', screen: async () => (await countryForms()).ContinentFormScreen },
              update: { title: 'Edit continent', screen: async () => (await countryForms()).ContinentFormScreen },
            }),
            ...recordGroup({
              of: 'countries',
              at: '/countries',
              write: 'places',
              list: { title: 'Countries', screen: async () => (await countryLists()).CountryListScreen },
              create: { title: 'New country', screen: async () => (await countryForms()).CountryFormScreen },
              update: { title: 'Edit country', screen: async () => (await countryForms()).CountryFormScreen },
            }),
            ...recordGroup({
              of: 'cities',
              at: '/cities',
              write: 'places',
              list: { title: 'Cities', shortcut: 'y', screen: async () => (await cityLists()).CityListScreen },
              create: { title: 'New city', screen: cityForm },
              update: { title: 'Edit city', screen: cityForm },
            }),
            {
              path: '/cities/launch-board',
              title: 'Launch board',
              write: 'places',
              shows: ['city-launches', 'list'],
              screen: async () => (await cityLists()).LaunchBoardScreen,
            },
            ...recordGroup({
              of: 'venues',
              at: '/venues',
              write: 'places',
              list: {
                title: 'Venues',
                shortcut: 'v',
                screen: async () => (await import('./venues/venue-list-screen.tsx')).VenueListScreen,
              },
              create: { title: 'New venue', screen: venueForm },
              update: { title: 'Edit venue', screen: venueForm },
            }),
          ],
        },
      ],
    },
  ],
})
