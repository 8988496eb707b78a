/** A row of a table, by the names of its columns. Instants are milliseconds since 1970. */
export type Row = Readonly<Record<string, string | number | boolean | null | object>>

export type ColumnType =
  | 'bigint' | 'integer' | 'numeric' | 'text' | 'boolean' | 'date' | 'time' | 'timestamptz' | 'text[]'
  | 'bigint[]' | 'jsonb'

/** Rows of one table, with the types of its columns. */
export interface TableBatch {
  readonly table: string
  readonly columns: Readonly<Record<string, ColumnType>>
  readonly rows: readonly Row[]
  /** Leaves rows alone that are there already. */
  readonly keep?: boolean
}

const made = { created_at: 'timestamptz', updated_at: 'timestamptz' } as const

/** The catalogue, in the order in which its tables refer to each other. */
export const catalogueShapes = {
  countries: {
    id: 'bigint', code: 'text', alpha3: 'text', numeric_code: 'text', name: 'text', slug: 'text',
    continent_id: 'bigint',
    calling_code: 'text', currency: 'text', languages: 'text[]', time_zones: 'text[]', is_blocked: 'boolean',
    ...made,
  },
  cities: {
    id: 'bigint', name: 'text', slug: 'text', country_id: 'bigint', subdivision: 'text', latitude: 'numeric',
    longitude: 'numeric', time_zone: 'text', un_locode: 'text', metropolitan_code: 'text',
    popularity: 'integer',
    publication: 'text', published_at: 'timestamptz', ...made,
  },
  venues: {
    id: 'bigint', name: 'text', slug: 'text', variations: 'text[]', city_id: 'bigint', address: 'text',
    latitude: 'numeric',
    longitude: 'numeric', time_zone: 'text', capacity: 'integer', website: 'text', ...made,
  },
  venue_configurations: {
    id: 'bigint', venue_id: 'bigint', city_id: 'bigint', name: 'text', layout: 'text', capacity: 'integer', ...made,
  },
  providers: {
    id: 'bigint', code: 'text', name: 'text', kind: 'text', currency: 'text', commission: 'integer',
    priority: 'integer',
    is_enabled: 'boolean', ...made,
  },
  products: {
    id: 'bigint', title: 'text', internal_name: 'text', provider_id: 'bigint', supplier_code: 'text',
    city_id: 'bigint',
    locale: 'text', time_zone: 'text', status: 'text', suspended_because: 'text', availability_type: 'text',
    is_instant_confirmation: 'boolean', is_instant_delivery: 'boolean', is_availability_required: 'boolean',
    delivery_methods: 'text[]', redemption_method: 'text', pricing_per: 'text', currency: 'text',
    net_from: 'bigint',
    retail_from: 'bigint', markup: 'integer', cancellation_policy: 'text', cancellation_hours: 'integer',
    rating: 'numeric',
    review_count: 'integer', latitude: 'numeric', longitude: 'numeric', description: 'text',
    last_synced_at: 'timestamptz', ...made,
  },
  product_options: {
    id: 'bigint', product_id: 'bigint', code: 'text', title: 'text', is_default: 'boolean',
    is_active: 'boolean',
    duration_minutes: 'integer', languages: 'text[]', start_times: 'text[]', cutoff_amount: 'integer',
    cutoff_unit: 'text',
    min_units: 'integer', max_units: 'integer', required_contact_fields: 'text[]',
    is_pickup_available: 'boolean',
    meeting_point: 'text', ...made,
  },
  product_age_bands: {
    id: 'bigint', product_id: 'bigint', option_id: 'bigint', type: 'text', title: 'text', title_plural: 'text', min_age: 'integer',
    max_age: 'integer', is_id_required: 'boolean', pax_count: 'integer', min_quantity: 'integer',
    max_quantity: 'integer',
    accompanied_by: 'text[]', intended_gaps: 'text[]', currency: 'text', net: 'bigint', retail: 'bigint', ...made,
  },
  performers: {
    id: 'bigint', name: 'text', sort_name: 'text', slug: 'text', variations: 'text[]', kind: 'text',
    sport: 'text',
    genre: 'text', home_venue_id: 'bigint', country_id: 'bigint', links: 'jsonb', biography: 'text',
    popularity: 'integer', ...made,
  },
  events: {
    id: 'bigint', name: 'text', slug: 'text', type: 'text', venue_id: 'bigint', city_id: 'bigint',
    performer_ids: 'bigint[]',
    provider_id: 'bigint', publication: 'text', schedule: 'text', locale: 'text', min_age: 'integer',
    on_sale_at: 'timestamptz',
    off_sale_at: 'timestamptz', is_evergreen: 'boolean', is_hidden: 'boolean', description: 'text', ...made,
  },
  performances: {
    id: 'bigint', event_id: 'bigint', venue_id: 'bigint', venue_configuration_id: 'bigint', city_id: 'bigint',
    local_date: 'date', local_time: 'time', doors_time: 'time', time_zone: 'text', starts_at: 'timestamptz',
    duration_minutes: 'integer', status: 'text', is_date_tbd: 'boolean', is_time_tba: 'boolean',
    rescheduled_from: 'date',
    capacity: 'integer', available: 'integer', currency: 'text', min_price: 'bigint', max_price: 'bigint',
    checked_at: 'timestamptz', ...made,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ColumnType>>>>

export const salesShapes = {
  customers: {
    id: 'bigint', email: 'text', first_name: 'text', last_name: 'text', phone: 'text', locale: 'text',
    country_id: 'bigint',
    status: 'text', is_verified: 'boolean', marketing_consent_at: 'timestamptz', last_seen_at: 'timestamptz',
    tags: 'text[]',
    risk_notes: 'text', ...made,
  },
  purchases: {
    id: 'bigint', reference: 'text', kind: 'text', channel: 'text', title: 'text', contents: 'text',
    quantity: 'integer',
    customer_id: 'bigint', customer_name: 'text', customer_email: 'text', customer_phone: 'text',
    customer_country: 'text',
    customer_locale: 'text', booking_status: 'text', payment_status: 'text', fulfilment_status: 'text',
    refund_state: 'text',
    is_payment_kept: 'boolean', due_at: 'timestamptz', assignee_id: 'bigint', tags: 'text[]',
    currency: 'text',
    items_total: 'bigint', fees_total: 'bigint', tax_total: 'bigint', discount_total: 'bigint',
    grand_total: 'bigint',
    captured: 'bigint', refunded: 'bigint', refund_pending: 'bigint', charged_back: 'bigint',
    cost_currency: 'text',
    net_cost: 'bigint', supplier_cost: 'bigint', fx_rate: 'numeric', fx_rate_at: 'timestamptz',
    payment_fees: 'bigint',
    coupon_id: 'bigint', provider_id: 'bigint', provider_reference: 'text', supplier_status: 'text',
    travel_date: 'date',
    local_time: 'time', time_zone: 'text', starts_at: 'timestamptz', ends_at: 'timestamptz',
    city_id: 'bigint',
    venue_id: 'bigint', performer_id: 'bigint', product_id: 'bigint', product_option_id: 'bigint',
    event_id: 'bigint',
    performance_id: 'bigint', delivery: 'text', guide_language: 'text', meeting_point: 'text',
    cancel_until: 'timestamptz',
    cancellation_policy: 'jsonb', answers: 'jsonb', redeemed_at: 'timestamptz', risk_score: 'integer',
    risk_reasons: 'text[]',
    utm_source: 'text', utm_medium: 'text', utm_campaign: 'text', client_address: 'text', device: 'text',
    ...made,
  },
  purchase_lines: {
    purchase_id: 'bigint', position: 'integer', kind: 'text', title: 'text', quantity: 'integer',
    unit_price: 'bigint',
    amount: 'bigint', product_age_band_id: 'bigint', unit_type: 'text', listing: 'text', section: 'text',
    raw_section: 'text',
    seat_row: 'text', seats: 'text[]', notes: 'text[]', face_value: 'bigint', in_hand_on: 'date',
    deliver_by: 'timestamptz',
    delivered: 'integer', transfer_accepted_at: 'timestamptz', holder_names: 'text[]',
  },
  payments: {
    id: 'bigint', purchase_id: 'bigint', provider: 'text', method: 'text', state: 'text', currency: 'text',
    authorised: 'bigint', captured: 'bigint', fee: 'bigint', psp_reference: 'text', three_ds: 'text',
    avs: 'text', cvc: 'text',
    card_brand: 'text', card_last4: 'text', failure: 'text', authorised_at: 'timestamptz',
    captured_at: 'timestamptz', ...made,
  },
  refunds: {
    id: 'bigint', purchase_id: 'bigint', payment_id: 'bigint', state: 'text', currency: 'text',
    amount: 'bigint',
    kind: 'text', lines: 'jsonb', reason: 'text', initiator: 'text', borne_by: 'text', destination: 'text',
    idempotency_key: 'text', psp_reference: 'text', failure: 'text', requested_by: 'bigint',
    approved_by: 'bigint',
    succeeded_at: 'timestamptz', ...made,
  },
  purchase_events: {
    id: 'bigint', purchase_id: 'bigint', at: 'timestamptz', kind: 'text', actor_kind: 'text',
    actor_name: 'text', amount: 'bigint', detail: 'text',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ColumnType>>>>

export const couponShape = {
  id: 'bigint', code: 'text', name: 'text', status: 'text', kind: 'text', percent: 'integer',
  amounts: 'jsonb', max_discounts: 'jsonb',
  min_spends: 'jsonb', channels: 'text[]', total_limit: 'integer', is_returned_on_cancel: 'boolean',
  valid_from: 'timestamptz',
  valid_until: 'timestamptz', time_zone: 'text', platform_share: 'integer', owner_id: 'bigint',
  campaign: 'text', ...made,
} as const satisfies Readonly<Record<string, ColumnType>>

export const redemptionShape = {
  coupon_id: 'bigint', purchase_id: 'bigint', customer_id: 'bigint', email_folded: 'text', currency: 'text',
  amount: 'bigint',
  state: 'text', terms: 'jsonb', at: 'timestamptz', changed_at: 'timestamptz',
} as const satisfies Readonly<Record<string, ColumnType>>
