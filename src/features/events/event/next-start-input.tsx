import { labelOf } from '../../../core/resource/fields.ts'
import { Fact } from '../../../ui/resource/form-parts.tsx'
import type { OwnInput } from '../../../ui/resource/screen-parts.web.ts'
import { nextStartCell, toBeAnnounced } from './next-start.tsx'

/** When an event is next, in its form, to read. */
export const NextStartInput: OwnInput = ({ field, name, record }) => {
  const day = record?.['nextTbaOn']
  return (
    <Fact label={labelOf(name, field)} isWide>
      {typeof day === 'string' ? <time dateTime={day}>{toBeAnnounced(day)}</time> : nextStartCell(record ?? {})}
    </Fact>
  )
}
