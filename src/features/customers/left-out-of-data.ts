import { msg } from '../../core/i18n/language.ts'

/** Something that has, or can have, words about a customer and is not in their copy of their data, with the reason. */
interface LeftOut {
  /** Tables, or `table.column`. */
  readonly names: readonly string[]
  readonly what: string
  readonly why: string
}
const names = (text: string) => text.trim().split(/\s+/)

/**
 * What an export of one customer's data leaves out. Everything else that the database has about them is in it: each table that
 * refers to them, directly or through their orders, is found by its keys. `customer-canary.test.ts` fails for a table or column
 * that is neither in the export nor here.
 */
export const leftOutOfData: readonly LeftOut[] = [
  {
    names: names('customer_sessions.token_hash customer_sign_in_links.token_hash messages.secrets'),
    what: msg('Secrets of sign-ins and links'),
    why: msg('Left out because anyone with the file could sign in with them.'),
  },
  {
    names: names('legal_holds.reason legal_holds.lifted_for'),
    what: msg('Reasons for a legal hold'),
    why: msg('Could harm a legal claim. Ask counsel before you disclose them.'),
  },
  {
    names: names('dispute_files'),
    what: msg('Files of evidence in disputes'),
    why: msg('Could harm a legal claim. Ask counsel before you disclose them.'),
  },
  {
    names: names(`purchase_events.actor_name phone_sales.seller_name order_messages.sent_by invoice_messages.sent_by
      review_translations.translator_name review_translations.asked_by_name`),
    what: msg('Names of staff'),
    why: msg('Personal data of others.'),
  },
  {
    names:
      names(`purchases.cost_currency purchases.net_cost purchases.supplier_cost purchases.payment_fees purchases.margin
      purchases.search_text refunds.net_return recoverables ledger_entries statement_lines reconciliation_findings invoice_refunds`),
    what: msg('Our costs, margins and accounts'),
    why: msg('About our business. The export lists each payment and refund.'),
  },
  {
    names: names(
      'e_ticket_uploads e_ticket_upload_pieces e_tickets.source_sha256 e_tickets.barcode_hash invoice_files',
    ),
    what: msg('Files of tickets and parts of uploads'),
    why: msg('Tickets went to the customer with their order. Invoices are included as PDFs.'),
  },
  {
    names:
      names(`idempotency_keys saved_views bulk_selections bulk_edits bulk_edit_results exports export_chunks file_imports
      file_import_rows file_import_pieces inbox_items job_runs job_run_logs outbound_calls`),
    what: msg('Copies used by staff and programs'),
    why: msg('They repeat what is included and are deleted after a short time.'),
  },
  {
    names: names('purchase_events.said'),
    what: msg('What translates the entries of a timeline'),
    why: msg('The entries are included as sentences.'),
  },
  {
    names: names('audit_log audit_unsealed audit_seals audit_head drained_jobs job_limits'),
    what: msg('The audit log and the record of background work'),
    why: msg('Personal values are masked there.'),
  },
]

const all = new Set(leftOutOfData.flatMap((one) => one.names))
export const isLeftOut = (table: string, column?: string) =>
  all.has(column === undefined ? table : `${table}.${column}`)
