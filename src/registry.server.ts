import { implementAliasLinks } from './areas/aliases/alias-links.server.ts'
import { readMembersServer, writeMembersServer } from './areas/aliases/alias-members.server.ts'
import { readAliasPerformanceServer } from './areas/aliases/alias-performance.server.ts'
import { aliasesServer } from './areas/aliases/aliases.server.ts'
import { readDuelServer } from './areas/aliases/supplier-duel.server.ts'
import { sellProductServer } from './areas/aliases/sell-product.server.ts'
import { swapProductServer } from './areas/aliases/swap-product.server.ts'
import { auditServer } from './areas/audit/audit.server.ts'
import { adminUsersServer } from './areas/admin-users/admin-users.server.ts'
import { elevationsServer } from './areas/admin-users/elevations.server.ts'
import { readAuthorPagesServer } from './areas/catalogue/author-pages.server.ts'
import { implementBylineMoves } from './areas/catalogue/byline-moves.server.ts'
import { readPageYieldServer } from './areas/catalogue/page-yield.server.ts'
import { implementBylines, reassignProductsServer, reassignSubcategoriesServer } from './areas/catalogue/reassignments.server.ts'
import { orderCategoriesServer, orderSubcategoriesServer } from './areas/catalogue/section-orders.server.ts'
import { authorsServer, categoriesServer, subcategoriesServer } from './areas/catalogue/section-servers.server.ts'
import { readCategoryMembersServer, readSubcategoryMembersServer } from './areas/catalogue/section-members.server.ts'
import { readSectionTreeServer } from './areas/catalogue/section-tree.server.ts'
import {
  archiveCouponsServer, extendCouponsServer, pauseCouponsServer, resumeCouponsServer,
} from './areas/coupons/coupon-commands.server.ts'
import { checkCouponUseServer } from './areas/coupons/check-coupon.server.ts'
import { couponsServer } from './areas/coupons/coupons.server.ts'
import { generateCouponsServer, readCouponCodesServer, resumeCouponBatchServer } from './areas/coupons/generate-coupons.server.ts'
import { apiUsersServer } from './areas/api-users/api-users.server.ts'
import { endCustomerSessionsServer, readCustomerDetailsServer } from './areas/customers/customer-details.server.ts'
import {
  closeCustomerViewServer, makeCustomerSignInServer, openCustomerViewServer, readCustomerViewServer,
} from './areas/customers/customer-sign-in.server.ts'
import { customersServer } from './areas/customers/customers.server.ts'
import { eventsServer } from './areas/events/events.server.ts'
import { performancesServer } from './areas/events/performances.server.ts'
import { performerCallServers } from './areas/events/performer-calls.server.ts'
import { performersServer } from './areas/events/performers.server.ts'
import { readScheduleDiffServer, settleTimeServer } from './areas/events/schedule-diff.server.ts'
import { decideNoticesServer, listScheduleChangesServer, readNoticesServer } from './areas/events/notices.server.ts'
import { callOffEventServer, countAffectedOfEventServer } from './areas/events/call-off-event.server.ts'
import { readOffersServer } from './areas/events/offers.server.ts'
import { callOffPerformancesServer, countAffectedServer } from './areas/events/call-off.server.ts'
import {
  createPerformancesServer, previewScheduleServer, reschedulePerformanceServer, shiftPerformancesServer,
} from './areas/events/schedule.server.ts'
import { serveImages } from './areas/images/images.server.ts'
import { expireIpRangesServer, ipRangesServer, readOwnAddressServer } from './areas/ip-validation/ip-ranges.server.ts'
import { ipTrustsServer } from './areas/ip-validation/ip-trusts.server.ts'
import { ipVerificationsServer } from './areas/ip-validation/ip-verifications.server.ts'
import { readLineupsOfEventServer } from './areas/lineups/lineups-of-event.server.ts'
import { previewContentsServer, readBillServer, reviewContentsServer, writeBillServer } from './areas/lineups/lineup-commands.server.ts'
import { lineupsServer } from './areas/lineups/lineups.server.ts'
import { importFixturesServer, previewFixturesServer } from './areas/matches/fixture-import.server.ts'
import { decideMatchChangesServer, listMatchChangesServer } from './areas/matches/match-changes.server.ts'
import { linkMatchesServer } from './areas/matches/match-links.server.ts'
import { matchesServer } from './areas/matches/matches.server.ts'
import { enableLocaleServer, listRetiredLocalesServer, readRetirementServer, retireLocaleServer, serveLocales } from './areas/languages/locales.server.ts'
import { implementLaunch } from './areas/languages/launch.server.ts'
import { implementTranslationQueue } from './areas/languages/translation-queue.server.ts'
import { citiesServer } from './areas/places/cities.server.ts'
import { readCityPagesServer, readCitySurroundingsServer } from './areas/places/city-surroundings.server.ts'
import { cityLaunchesServer } from './areas/places/city-launches.server.ts'
import { continentsServer } from './areas/places/continents.server.ts'
import { countriesServer } from './areas/places/countries.server.ts'
import { searchGazetteerServer } from './areas/places/gazetteer.server.ts'
import { publishManifestServer, readManifestServer } from './areas/places/manifest.server.ts'
import { placeListingsServer, readMapCoverageServer } from './areas/places/map-coverage.server.ts'
import { readMarketImpactServer, switchMarketsServer } from './areas/places/markets.server.ts'
import { addVenueConfigurationServer, venueConfigurationsServer } from './areas/places/venue-configurations.server.ts'
import { readVenueDuplicatesServer } from './areas/places/venue-duplicates.server.ts'
import { venuesServer } from './areas/places/venues.server.ts'
import { listCityZoneChangesServer, listVenueZoneChangesServer } from './areas/places/zone-changes.server.ts'
import { acceptDriftsServer, keepDriftsServer, productDriftsServer } from './areas/products/drifts.server.ts'
import { tryPartyServer } from './areas/products/party.server.ts'
import { productAgeBandsServer } from './areas/products/product-age-bands.server.ts'
import { copyOptionsServer } from './areas/products/option-copies.server.ts'
import { makeDefaultOptionServer, productOptionsServer, readSellabilityServer } from './areas/products/product-options.server.ts'
import { launchProductsServer, mapProductsServer, retireProductsServer, suspendProductsServer } from './areas/products/product-steps.server.ts'
import { readSyncLogServer, resyncProductsServer } from './areas/products/product-syncs.server.ts'
import { productsServer, readOverridesServer } from './areas/products/products.server.ts'
import { readPurchaseDetailsServer } from './areas/purchases/purchase-details.server.ts'
import { pageServer } from './areas/publication/page-server.server.ts'
import { implementPublication } from './areas/publication/publication.server.ts'
import { purchasesServer } from './areas/purchases/purchases.server.ts'
import { withRichText } from './areas/rich-text/rich-text.server.ts'
import { dryRunRuleServer } from './areas/rules/dry-run.server.ts'
import { explainEventServer } from './areas/rules/explain-event.server.ts'
import { replayRuleServer } from './areas/rules/replay.server.ts'
import { shiftRuleWindowsServer } from './areas/rules/rule-windows.server.ts'
import { countLiveEventsServer } from './areas/rules/rules-for-all.server.ts'
import { rulesServer } from './areas/rules/rules.server.ts'
import { listUnmappedTagsServer } from './areas/tags/unmapped-tags.server.ts'
import { listTagGroupsServer } from './areas/tags/tag-groups.server.ts'
import { readTagHygieneServer } from './areas/tags/tag-hygiene.server.ts'
import { implementDeletions } from './areas/successors/deletion.server.ts'
import { tagsServer } from './areas/tags/tags.server.ts'
import { duplicateServers } from './areas/merges/duplicates.server.ts'
import { withHeirs } from './areas/merges/heirs.server.ts'
import { implementMerges } from './areas/merges/merges.server.ts'
import { implementNotes } from './areas/notes/notes.server.ts'
import { implementRecordHistory } from './areas/record-history/record-history.server.ts'
import { implementReviews } from './areas/reviews/review-commands.server.ts'
import { reviewTranslationServers } from './areas/reviews/review-translations.server.ts'
import { reviewServers } from './areas/reviews/reviews.server.ts'
import { implementSavedViews } from './areas/saved-views/saved-views.server.ts'
import { readLegalSnapshotServer, readPurchaseTermsServer } from './areas/static-pages/legal-snapshot.server.ts'
import { implementPageLinks } from './areas/static-pages/page-links.server.ts'
import {
  addPageVersionServer, readPageVersionsServer, restorePageVersionServer, withdrawPageVersionServer,
} from './areas/static-pages/page-versions.server.ts'
import { staticPagesServer } from './areas/static-pages/static-pages.server.ts'
import { implementTranslations } from './areas/translations/translations.server.ts'
import { listCurrenciesServer } from './areas/website/currencies.server.ts'
import { readDomainsServer } from './areas/website/domains.server.ts'
import { listLocalesServer } from './areas/website/locales.server.ts'
import type { Implementation } from './kit/endpoint.server.ts'
import type { ResourceServer } from './kit/resource.server.ts'
import { serve } from './kit/resource.server.ts'
import { resources } from './registry.ts'

/** The server parts of the resources that need one; the others are served by their definition alone. */
const own: readonly ResourceServer[] = [
  auditServer,
  purchasesServer,
  couponsServer,
  aliasesServer,
  ipRangesServer,
  ipTrustsServer,
  ipVerificationsServer,
  productsServer,
  productOptionsServer,
  productAgeBandsServer,
  productDriftsServer,
  continentsServer,
  countriesServer,
  citiesServer,
  cityLaunchesServer,
  venuesServer,
  venueConfigurationsServer,
  eventsServer,
  rulesServer,
  tagsServer,
  performancesServer,
  performersServer,
  lineupsServer,
  matchesServer,
  categoriesServer,
  subcategoriesServer,
  authorsServer,
  staticPagesServer,
  serveLocales(resources),
  ...reviewServers,
  customersServer,
  adminUsersServer,
  elevationsServer,
  apiUsersServer,
  serveImages(resources),
]

export const servers: readonly ResourceServer[] = resources.map((resource) => (
  withHeirs(pageServer(withRichText(own.find((server) => server.resource === resource) ?? serve(resource))))
))

/** The server part of every endpoint that is not a resource's. Signing in is set up by the application, with its settings. */
export const implementations: readonly Implementation[] = [
  readPurchaseDetailsServer,
  readCustomerDetailsServer,
  endCustomerSessionsServer,
  makeCustomerSignInServer,
  openCustomerViewServer,
  readCustomerViewServer,
  closeCustomerViewServer,
  pauseCouponsServer,
  resumeCouponsServer,
  extendCouponsServer,
  archiveCouponsServer,
  generateCouponsServer,
  resumeCouponBatchServer,
  readCouponCodesServer,
  checkCouponUseServer,
  mapProductsServer,
  launchProductsServer,
  resyncProductsServer,
  readSyncLogServer,
  copyOptionsServer,
  suspendProductsServer,
  retireProductsServer,
  readOverridesServer,
  acceptDriftsServer,
  keepDriftsServer,
  readSellabilityServer,
  makeDefaultOptionServer,
  tryPartyServer,
  readMembersServer,
  writeMembersServer,
  sellProductServer,
  swapProductServer,
  readDuelServer,
  implementAliasLinks(resources),
  readAliasPerformanceServer,
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
  ...performerCallServers,
  previewScheduleServer,
  createPerformancesServer,
  reschedulePerformanceServer,
  shiftPerformancesServer,
  countAffectedServer,
  callOffPerformancesServer,
  readNoticesServer,
  decideNoticesServer,
  listScheduleChangesServer,
  readScheduleDiffServer,
  settleTimeServer,
  countLiveEventsServer,
  dryRunRuleServer,
  replayRuleServer,
  shiftRuleWindowsServer,
  explainEventServer,
  listTagGroupsServer,
  readTagHygieneServer,
  listUnmappedTagsServer,
  expireIpRangesServer,
  readOwnAddressServer,
  listCurrenciesServer,
  listLocalesServer,
  readDomainsServer,
  ...implementSavedViews(resources),
  ...implementRecordHistory(servers),
  ...implementNotes(servers),
  ...implementTranslations(servers),
  ...implementPublication(servers),
  ...implementDeletions(servers),
  ...implementMerges(resources),
  ...duplicateServers,
  ...implementReviews(servers),
  ...reviewTranslationServers,
  readSectionTreeServer,
  orderCategoriesServer,
  orderSubcategoriesServer,
  reassignSubcategoriesServer,
  reassignProductsServer,
  implementBylines(resources),
  ...implementBylineMoves(servers),
  readAuthorPagesServer,
  readPageVersionsServer,
  addPageVersionServer,
  withdrawPageVersionServer,
  restorePageVersionServer,
  implementPageLinks(resources),
  readLegalSnapshotServer,
  readPurchaseTermsServer,
  readRetirementServer,
  enableLocaleServer,
  retireLocaleServer,
  listRetiredLocalesServer,
  ...implementTranslationQueue(resources),
  ...implementLaunch(resources),
  readPageYieldServer,
  countAffectedOfEventServer,
  callOffEventServer,
  readOffersServer,
  readLineupsOfEventServer,
  readCategoryMembersServer,
  readSubcategoryMembersServer,
  readBillServer,
  writeBillServer,
  previewContentsServer,
  reviewContentsServer,
  previewFixturesServer,
  importFixturesServer,
  listMatchChangesServer,
  decideMatchChangesServer,
  linkMatchesServer,
]
