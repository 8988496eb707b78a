import { authModule } from '../platform/auth/auth.module.ts'
import { assignmentsModule } from '../platform/assignments/assignments.module.ts'
import { auditModule } from '../platform/audit/audit.module.ts'
import { mediaModule } from '../platform/media/media.module.ts'
import { mailModule } from '../platform/mail/mail.module.ts'
import { transferModule } from '../platform/transfer/transfer.module.ts'
import { bulkModule } from '../platform/bulk/bulk.module.ts'
import { mergesModule } from '../platform/merges/merges.module.ts'
import { aliasesModule } from '../features/aliases/aliases.module.ts'
import { apiUsersModule } from '../features/api-users/api-users.module.ts'
import { availabilityModule } from '../features/availability/availability.module.ts'
import { authorsModule } from '../features/authors/authors.module.ts'
import { categoriesModule } from '../features/categories/categories.module.ts'
import { couponsModule } from '../features/coupons/coupons.module.ts'
import { customersModule } from '../features/customers/customers.module.ts'
import { eventSupplyModule } from '../features/event-supply/event-supply.module.ts'
import { eventsModule } from '../features/events/events.module.ts'
import { homeModule } from '../features/home/home.module.ts'
import { invoicesModule } from '../features/invoices/invoices.module.ts'
import { storeCreditModule } from '../features/store-credit/store-credit.module.ts'
import { recoverablesModule } from '../features/recoverables/recoverables.module.ts'
import { statementsModule } from '../features/statements/statements.module.ts'
import { disputesModule } from '../features/disputes/disputes.module.ts'
import { reconciliationModule } from '../features/reconciliation/reconciliation.module.ts'
import { ledgerModule } from '../features/ledger/ledger.module.ts'
import { languagesModule } from '../features/languages/languages.module.ts'
import { lineupsModule } from '../features/lineups/lineups.module.ts'
import { matchesModule } from '../features/matches/matches.module.ts'
import { orderMessagesModule } from '../features/orders/messages/order-messages.module.ts'
import { supplierLogModule } from '../features/orders/supplier-log/supplier-log.module.ts'
import { orderCommandsModule } from '../features/orders/commands/order-commands.module.ts'
import { eTicketsModule } from '../features/orders/e-tickets/e-tickets.module.ts'
import { manifestModule } from '../features/orders/manifest/manifest.module.ts'
import { orderRunsModule } from '../features/orders/runs/order-runs.module.ts'
import { selectedOrdersModule } from '../features/orders/selected/selected.module.ts'
import { phoneOrdersModule } from '../features/orders/phone/phone-orders.module.ts'
import { customerRequestsModule } from '../features/orders/requests/customer-requests.module.ts'
import { paymentsModule } from '../features/payments/payments.module.ts'
import { placesModule } from '../features/places/places.module.ts'
import { productsModule } from '../features/products/products.module.ts'
import { currenciesModule } from '../features/currencies/currencies.module.ts'
import { exchangeRatesModule } from '../features/exchange-rates/exchange-rates.module.ts'
import { providersModule } from '../features/providers/providers.module.ts'
import { purchasesModule } from '../features/purchases/purchases.module.ts'
import { reviewsModule } from '../features/reviews/reviews.module.ts'
import { rulesModule } from '../features/rules/rules.module.ts'
import { sectionMappingModule } from '../features/section-mapping/section-mapping.module.ts'
import { outliersModule } from '../features/outliers/outliers.module.ts'
import { staffModule } from '../features/staff/staff.module.ts'
import { staticPagesModule } from '../features/static-pages/static-pages.module.ts'
import { supplyModule } from '../features/supply/supply.module.ts'
import { tagsModule } from '../features/tags/tags.module.ts'
import { workersModule } from '../features/workers/workers.module.ts'
import type { ConsoleModule } from '../ui/resource/module.web.ts'

/**
 * The console's modules: one line per feature, in the order of their panels on a record. The menu's order is in
 * menu.ts.
 */
export const modules: readonly ConsoleModule[] = [
  homeModule,
  currenciesModule,
  exchangeRatesModule,
  providersModule,
  staffModule,
  placesModule,
  authorsModule,
  categoriesModule,
  tagsModule,
  productsModule,
  eventsModule,
  sectionMappingModule,
  outliersModule,
  matchesModule,
  rulesModule,
  lineupsModule,
  aliasesModule,
  staticPagesModule,
  languagesModule,
  customersModule,
  couponsModule,
  purchasesModule,
  paymentsModule,
  disputesModule,
  recoverablesModule,
  storeCreditModule,
  statementsModule,
  customerRequestsModule,
  phoneOrdersModule,
  orderCommandsModule,
  eTicketsModule,
  manifestModule,
  orderRunsModule,
  orderMessagesModule,
  supplierLogModule,
  invoicesModule,
  ledgerModule,
  reconciliationModule,
  reviewsModule,
  supplyModule,
  eventSupplyModule,
  availabilityModule,
  apiUsersModule,
  workersModule,
  authModule,
  auditModule,
  mediaModule,
  mailModule,
  transferModule,
  bulkModule,
  assignmentsModule,
  // What is rarer comes after the work of every day.
  selectedOrdersModule,
  mergesModule,
]
