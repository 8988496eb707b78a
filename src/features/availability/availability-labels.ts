import { msg } from '../../core/i18n/language.ts'
import type { AnswerState, Difference, HiddenReason, SaleStop, SupplierStatus } from './availability.ts'

export const stateLabels: Readonly<Record<AnswerState, string>> = {
  asking: msg('Asking…'),
  answered: msg('Answered'),
  failed: msg('No answer'),
  stopped: msg('Stopped'),
  not_asked: msg('Not asked'),
}

export const differenceLabels: Readonly<Record<Difference, string>> = {
  same: msg('Same as stored'),
  changed: msg('Changed'),
  new: msg('Not stored yet'),
  gone: msg('Gone at the provider'),
}

export const hiddenLabels: Readonly<Record<HiddenReason, string>> = {
  not_stored: msg('Not on the site'),
  provider_paused: msg('Not on the site: withheld, the provider is paused'),
  closed: msg('Not on the site: closed'),
  taken: msg('Not on the site: all on hold or sold'),
  delivery: msg('Not on the site: too late for its provider to deliver'),
  performance: msg('Not on the site: nothing of this performance is sold'),
}

export const saleStopLabels: Readonly<Record<SaleStop, string>> = {
  unpublished: msg('The event is not published.'),
  hidden_event: msg('The event is hidden.'),
  hidden: msg('A rule hides the provider.'),
  market: msg('Sales are closed in this country.'),
  provider: msg('The provider is paused.'),
  window: msg('It is outside the sales window.'),
  status: msg('The performance is over, cancelled or off sale.'),
  delivery: msg('It is too late to deliver tickets.'),
  sold_out: msg('Sold out.'),
}

export const statusLabels: Readonly<Record<SupplierStatus['status'], string>> = {
  AVAILABLE: msg('Available'),
  FREESALE: msg('Freesale'),
  LIMITED: msg('Limited'),
  SOLD_OUT: msg('Sold out'),
  CLOSED: msg('Closed'),
}
