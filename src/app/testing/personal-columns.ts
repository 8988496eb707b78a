const words = (text: string) => new Set(text.trim().split(/\s+/))

/** Records that the law wants kept as they were issued or booked. */
export const fiscal = words(`invoices invoice_lines invoice_files invoice_taxes invoice_refunds`)

/** Columns of rows about a customer that programs fill with codes or with words of the catalogue. */
export const codes = words(`
  coupon_redemptions.currency coupon_redemptions.terms customers.locale customer_consents.text_version disputes.provider_reference disputes.network_reason_code
  dispute_answers.idempotency_key job_runs.name job_runs.instance job_runs.counters job_runs.parameters invoice_messages.sent_by order_messages.locale order_messages.sent_by
  order_placements.supplier_key payments.currency payments.psp_reference payments.card_brand payments.gateway_reference
  purchase_lines.title purchase_lines.unit_type purchase_lines.listing purchase_lines.section purchase_lines.raw_section
  purchase_lines.seat_row purchase_lines.seats purchase_lines.notes purchase_lines.placed_by purchase_lines.note_labels
  purchases.reference purchases.title purchases.contents purchases.customer_locale purchases.currency purchases.cost_currency
  purchases.provider_reference purchases.time_zone purchases.guide_language purchases.meeting_point purchases.cancellation_policy
  purchases.risk_reasons purchases.delivery reconciliation_findings.subject reconciliation_findings.currency recoverables.currency
  refunds.currency refunds.lines refunds.idempotency_key refunds.psp_reference refunds.earlier_references refunds.bank_reference ledger_entries.currency order_run_items.currency
  order_run_items.state order_run_items.problem
  phone_sales.seller_name price_overrides.title e_tickets.sha256 e_tickets.source_sha256
  statement_lines.reference statement_lines.source_reference statement_lines.payment_reference statement_lines.own_name
  statement_lines.currency statement_lines.expected_currency statement_lines.difference store_credits.currency
  order_messages.occasion dispute_files.provider_reference dispute_files.sha256
  supplier_bookings.key supplier_bookings.supplier supplier_bookings.partner_reference supplier_bookings.handle
  supplier_bookings.reference supplier_bookings.change_token supplier_calls.key supplier_calls.step supplier_exchanges.key visit_changes.supplier_key
  visit_changes.step oversell_orders.new_places oversells.places oversells.clash review_translations.locale inbox_items.kind
  product_reviews.language product_reviews.risk_reasons product_reviews.waiting_locales product_reviews.translated_locales
  alias_reviews.language alias_reviews.risk_reasons alias_reviews.waiting_locales alias_reviews.translated_locales
  lineup_reviews.language lineup_reviews.risk_reasons lineup_reviews.waiting_locales lineup_reviews.translated_locales
`)

/** Tables that are about no customer: the catalogue, settings, staff, and figures. */
export const tablesApart = words(`
  aliases authors categories cities continents countries coupon_batches coupon_results coupons currencies demo_data discovery_api_keys
  discovery_api_usage discovery_api_users events exchange_rates ledger_accounts lineup_performers lineup_snapshots lineups locales
  match_changes matches message_templates page_links performances performer_distinctions performer_names performer_pairs performer_queue
  performers product_age_bands product_availabilities product_codes product_codes_globick product_codes_tiqets product_codes_tourcms
  product_drift_rules product_drifts product_options product_syncs products provider_balance_entries provider_events provider_pauses
  provider_terms provider_times provider_troubles providers redirects reserved_path_prefixes review_totals rewrite_rules risk_rules
  role_permissions roles rule_proposals rules saved_view_role_defaults saved_view_own_defaults schema_migrations section_decisions
  section_moves sessions staff staff_networks statements static_page_versions static_pages step_deadlines subcategories supplier_changes
  supplier_deltas supplier_mappings supplier_products supplier_syncs tags ticket_listings ticket_map_outliers translation_assignments
  translation_values translations used_id_tokens venue_configurations venue_sections venues venue_maps permission_objects elevations
  ip_ranges ip_trusts ip_verifications ip_break_glass_codes ip_policy job_schedules job_run_logs paused_jobs images image_uploads image_upload_pieces
  image_leftovers rich_text_images zone_changes availability_answers availability_checks supplier_connections home_arrangements
  house_stock house_stock_holds live_products live_events alias_members mined_configurations outlier_scans price_gaps performance_prices
  pricing_epoch worker_troubles job_queues view_watches inbox_choices lineup_events city_launch_changes invoice_series gateway_events
  discovery_api_leases reconciliation_runs schedule_changes order_runs house_bookings house_changes house_vouchers merges merge_moves
  e_ticket_leftovers invoice_archives job_servers worker_drains supplier_pictures image_hashes product_distinctions
  product_pairs ticket_recounts
`)
