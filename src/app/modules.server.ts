import { worldServerModule } from './world/world.module.server.ts'
import { authServerModule } from '../platform/auth/auth.module.server.ts'
import { auditServerModule } from '../platform/audit/audit.module.server.ts'
import { mailServerModule } from '../platform/mail/mail.module.server.ts'
import { mediaServerModule } from '../platform/media/media.module.server.ts'
import { translationsServerModule } from '../platform/translations/translations.module.server.ts'
import { richTextServerModule } from '../platform/rich-text/rich-text.module.server.ts'
import { publishingServerModule } from '../platform/publishing/publishing.module.server.ts'
import { mergesServerModule } from '../platform/merges/merges.module.server.ts'
import { historyServerModule } from '../platform/history/history.module.server.ts'
import { idempotencyServerModule } from '../platform/idempotency/idempotency.module.server.ts'
import { deletionServerModule } from '../platform/deletion/deletion.module.server.ts'
import { inboxServerModule } from '../platform/inbox/inbox.module.server.ts'
import { assignmentsServerModule } from '../platform/assignments/assignments.module.server.ts'
import { notesServerModule } from '../platform/notes/notes.module.server.ts'
import { viewsServerModule } from '../platform/views/views.module.server.ts'
import { searchServerModule } from '../platform/search/search.module.server.ts'
import { transferServerModule } from '../platform/transfer/transfer.module.server.ts'
import { bulkServerModule } from '../platform/bulk/bulk.module.server.ts'
import { realtimeServerModule } from '../platform/realtime/realtime.module.server.ts'
import { outboundServerModule } from '../platform/outbound/outbound.module.server.ts'
import { demoServicesServerModule } from '../platform/demo-services/demo-services.module.server.ts'
import { homeServerModule } from '../features/home/home.module.server.ts'
import { purchasesServerModule } from '../features/purchases/purchases.module.server.ts'
import { paymentsServerModule } from '../features/payments/payments.module.server.ts'
import { orderCommandsServerModule } from '../features/orders/commands/order-commands.module.server.ts'
import { orderRunsServerModule } from '../features/orders/runs/order-runs.module.server.ts'
import { phoneOrdersServerModule } from '../features/orders/phone/phone-orders.module.server.ts'
import { customerRequestsServerModule } from '../features/orders/requests/customer-requests.module.server.ts'
import { orderMessagesServerModule } from '../features/orders/messages/order-messages.module.server.ts'
import { supplierLogServerModule } from '../features/orders/supplier-log/supplier-log.module.server.ts'
import { ordersServerModule } from '../features/orders/orders.module.server.ts'
import { invoicesServerModule } from '../features/invoices/invoices.module.server.ts'
import { ledgerServerModule } from '../features/ledger/ledger.module.server.ts'
import { recoverablesServerModule } from '../features/recoverables/recoverables.module.server.ts'
import { statementsServerModule } from '../features/statements/statements.module.server.ts'
import { disputesServerModule } from '../features/disputes/disputes.module.server.ts'
import { reconciliationServerModule } from '../features/reconciliation/reconciliation.module.server.ts'
import { couponsServerModule } from '../features/coupons/coupons.module.server.ts'
import { aliasesServerModule } from '../features/aliases/aliases.module.server.ts'
import { productsServerModule } from '../features/products/products.module.server.ts'
import { eventsServerModule } from '../features/events/events.module.server.ts'
import { lineupsServerModule } from '../features/lineups/lineups.module.server.ts'
import { matchesServerModule } from '../features/matches/matches.module.server.ts'
import { rulesServerModule } from '../features/rules/rules.module.server.ts'
import { tagsServerModule } from '../features/tags/tags.module.server.ts'
import { reviewsServerModule } from '../features/reviews/reviews.module.server.ts'
import { customersServerModule } from '../features/customers/customers.module.server.ts'
import { apiUsersServerModule } from '../features/api-users/api-users.module.server.ts'
import { staffServerModule } from '../features/staff/staff.module.server.ts'
import { authorsServerModule } from '../features/authors/authors.module.server.ts'
import { categoriesServerModule } from '../features/categories/categories.module.server.ts'
import { placesServerModule } from '../features/places/places.module.server.ts'
import { sectionMappingServerModule } from '../features/section-mapping/section-mapping.module.server.ts'
import { outliersServerModule } from '../features/outliers/outliers.module.server.ts'
import { staticPagesServerModule } from '../features/static-pages/static-pages.module.server.ts'
import { supplyServerModule } from '../features/supply/supply.module.server.ts'
import { eventSupplyServerModule } from '../features/event-supply/event-supply.module.server.ts'
import { availabilityServerModule } from '../features/availability/availability.module.server.ts'
import { providersServerModule } from '../features/providers/providers.module.server.ts'
import { exchangeRatesServerModule } from '../features/exchange-rates/exchange-rates.module.server.ts'
import { currenciesServerModule } from '../features/currencies/currencies.module.server.ts'
import { workersServerModule } from '../features/workers/workers.module.server.ts'
import { sellersServerModule } from '../features/sellers/sellers.module.server.ts'
import { languagesServerModule } from '../features/languages/languages.module.server.ts'
import { discoveryServerModule } from '../features/discovery/discovery.module.server.ts'
import type { ServerModule } from '../core/calls/server-module.server.ts'

/** The server's modules: one line per feature. Roles list permission objects in this order. */
export const modules: readonly ServerModule[] = [
  homeServerModule,
  purchasesServerModule,
  ordersServerModule,
  orderMessagesServerModule,
  supplierLogServerModule,
  paymentsServerModule,
  customerRequestsServerModule,
  phoneOrdersServerModule,
  orderCommandsServerModule,
  orderRunsServerModule,
  invoicesServerModule,
  ledgerServerModule,
  disputesServerModule,
  recoverablesServerModule,
  statementsServerModule,
  reconciliationServerModule,
  couponsServerModule,
  aliasesServerModule,
  productsServerModule,
  eventsServerModule,
  lineupsServerModule,
  matchesServerModule,
  rulesServerModule,
  tagsServerModule,
  reviewsServerModule,
  customersServerModule,
  apiUsersServerModule,
  staffServerModule,
  authorsServerModule,
  categoriesServerModule,
  placesServerModule,
  sectionMappingServerModule,
  outliersServerModule,
  staticPagesServerModule,
  supplyServerModule,
  eventSupplyServerModule,
  availabilityServerModule,
  providersServerModule,
  currenciesServerModule,
  exchangeRatesServerModule,
  sellersServerModule,
  workersServerModule,
  languagesServerModule,
  discoveryServerModule,
  authServerModule,
  auditServerModule,
  mailServerModule,
  mediaServerModule,
  translationsServerModule,
  richTextServerModule,
  publishingServerModule,
  mergesServerModule,
  historyServerModule,
  deletionServerModule,
  inboxServerModule,
  notesServerModule,
  assignmentsServerModule,
  viewsServerModule,
  searchServerModule,
  transferServerModule,
  bulkServerModule,
  realtimeServerModule,
  idempotencyServerModule,
  outboundServerModule,
  demoServicesServerModule,
  worldServerModule,
]
