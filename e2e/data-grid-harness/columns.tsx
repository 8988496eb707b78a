import type { GridColumn } from '../../src/ui/data-grid/grid-column.web.ts'
import { channels, statuses } from './sales.ts'
import type { Sale } from './sales.ts'

const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

export const saleColumns: readonly GridColumn<Sale>[] = [
  {
    id: 'reference',
    header: 'Reference',
    minWidth: 130,
    pin: 'start',
    sortable: true,
    hideable: false,
    cell: (sale) => sale.reference,
    value: (sale) => sale.reference,
  },
  {
    id: 'event',
    header: 'Event',
    minWidth: 160,
    sortable: true,
    cell: (sale) => sale.event,
    value: (sale) => sale.event,
  },
  {
    id: 'venue',
    header: 'Venue',
    minWidth: 150,
    sortable: true,
    cell: (sale) => sale.venue,
    value: (sale) => sale.venue,
  },
  {
    id: 'buyer',
    header: 'Buyer',
    minWidth: 110,
    sortable: true,
    cell: (sale) => sale.buyer,
    value: (sale) => sale.buyer,
  },
  {
    id: 'status',
    header: 'Status',
    minWidth: 110,
    sortable: true,
    filter: { multiple: true, options: options(statuses) },
    cell: (sale) => (
      <span className="status" data-status={sale.status}>
        {sale.status}
      </span>
    ),
    value: (sale) => sale.status,
  },
  {
    id: 'channel',
    header: 'Channel',
    minWidth: 110,
    filter: { multiple: false, options: options(channels) },
    cell: (sale) => sale.channel,
    value: (sale) => sale.channel,
  },
  {
    id: 'tickets',
    header: 'Tickets',
    width: 84,
    numeric: true,
    sortable: true,
    cell: (sale) => sale.tickets,
    value: (sale) => sale.tickets,
  },
  {
    id: 'total',
    header: 'Total',
    minWidth: 90,
    numeric: true,
    sortable: true,
    cell: (sale) => (sale.total === null ? '' : pounds.format(sale.total / 100)),
    value: (sale) => sale.total,
    summary: (sales) => pounds.format(sales.reduce((sum, sale) => sum + (sale.total ?? 0), 0) / 100),
  },
  {
    id: 'fee',
    header: 'Fee',
    minWidth: 80,
    numeric: true,
    sortable: true,
    cell: (sale) => pounds.format(sale.fee / 100),
    value: (sale) => sale.fee / 100,
  },
  {
    id: 'soldOn',
    header: 'Sold on',
    width: 116,
    sortable: true,
    cell: (sale) => sale.soldOn,
    value: (sale) => sale.soldOn,
  },
  {
    id: 'note',
    header: 'Note',
    minWidth: 120,
    hidden: true,
    cell: (sale) => sale.note,
    value: (sale) => sale.note,
  },
]

/** The same with a column pinned to the end too. */
export const pinnedColumns: readonly GridColumn<Sale>[] = saleColumns.map((column) =>
  column.id === 'soldOn' ? { ...column, pin: 'end' } : column,
)
