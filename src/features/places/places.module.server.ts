import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { declareMergeRules } from '../../platform/merges/merge-rules.server.ts'
import { citiesServer } from './geo/cities.server.ts'
import { cities } from './geo/cities.ts'
import { cityLaunchJob, cityLaunchesServer } from './geo/city-launches.server.ts'
import { cityMergeRules } from './geo/city-merges.server.ts'
import { readCityPagesServer, readCitySurroundingsServer } from './geo/city-surroundings.server.ts'
import { continentsServer } from './geo/continents.server.ts'
import { countriesServer } from './geo/countries.server.ts'
import { searchGazetteerServer } from './geo/gazetteer.server.ts'
import { listCityZoneChangesServer, listVenueZoneChangesServer } from './geo/zone-changes.server.ts'
import { readMarketImpactServer, switchMarketsServer } from './markets/markets.server.ts'
import { publishManifestServer, readManifestServer } from './venues/manifest.server.ts'
import { placeListingsServer, readMapCoverageServer } from './venues/map-coverage.server.ts'
import { addVenueConfigurationServer, venueConfigurationsServer } from './venues/venue-configurations.server.ts'
import { readVenueDuplicatesServer } from './venues/venue-duplicates.server.ts'
import { venueMergeRules } from './venues/venue-merges.server.ts'
import { venueSections } from './venues/venue-sections.ts'
import { venuesServer } from './venues/venues.server.ts'
import { venues } from './venues/venues.ts'

export const placesServerModule = defineServerModule({
  name: 'places',
  permissions: {
    places: { label: 'Continents, countries, cities and venues', area: 'catalogue' },
  },
  resources: [
    continentsServer,
    countriesServer,
    cityLaunchesServer,
    citiesServer,
    venuesServer,
    venueConfigurationsServer,
    venueSections,
  ],
  endpoints: [
    readMarketImpactServer,
    switchMarketsServer,
    searchGazetteerServer,
    listCityZoneChangesServer,
    readCityPagesServer,
    readCitySurroundingsServer,
    listVenueZoneChangesServer,
    addVenueConfigurationServer,
    readMapCoverageServer,
    placeListingsServer,
    readVenueDuplicatesServer,
    readManifestServer,
    publishManifestServer,
  ],
  jobs: [cityLaunchJob],
  setUp() {
    declareMergeRules(cities, cityMergeRules)
    declareMergeRules(venues, venueMergeRules)
  },
})
