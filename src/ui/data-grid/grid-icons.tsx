const paths = {
  ascending: 'M4 10l4-4 4 4',
  descending: 'M4 6l4 4 4-4',
  unsorted: 'M5 6.5l3-3 3 3M5 9.5l3 3 3-3',
  filter: 'M2.5 4h11M4.5 8h7M6.5 12h3',
  forward: 'M6 4l4 4-4 4',
  up: 'M8 13V3M4 7l4-4 4 4',
  down: 'M8 3v10M4 9l4 4 4-4',
  pinStart: 'M3 3v10M13 8H6M9 5L6 8l3 3',
  pinEnd: 'M13 3v10M3 8h7M7 5l3 3-3 3',
  columns: 'M2.5 3.5h11v9h-11zM6.2 3.5v9M9.8 3.5v9',
  copy: 'M5.5 5.5h7v8h-7zM10.5 5.5v-3h-7v8h2',
  again: 'M13 8a5 5 0 1 1-1.5-3.5M13 2.5v3h-3',
} as const

export type GridIconName = keyof typeof paths

/** A 16 px line icon in the colour of its text; never the only name of a control. */
export function GridIcon({ name, className }: { name: GridIconName; className?: string | undefined }) {
  return (
    <svg className={className} width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
