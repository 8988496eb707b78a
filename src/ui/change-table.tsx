import classes from './change-table.module.css'
import { t } from '../core/i18n/language.ts'

interface ChangeTableProps {
  /** The table's name. */
  label: string
  /** Each field with its values in words. */
  changes: readonly { readonly key: string; readonly label: string; readonly before: string; readonly after: string }[]
  /** The names of the two sides; a side that is left out is not shown. */
  before?: string | false
  after?: string | false
  /** The words for a missing value. */
  blank: string
}

/** Fields as they were and as they became. */
export function ChangeTable({ label, changes, before: was = false, after: is = false, blank }: ChangeTableProps) {
  const quiet = <span className={classes['quiet']}>{blank}</span>
  return (
    <table className={classes['changes']} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('Field')}</th>
          {was && <th scope="col">{was}</th>}
          {is && <th scope="col">{is}</th>}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ key, label: field, before, after }) => (
          <tr key={key}>
            <th scope="row">{field}</th>
            {was && (
              <td>
                {before === blank ? (
                  quiet
                ) : (
                  <del>
                    <bdi>{before}</bdi>
                  </del>
                )}
              </td>
            )}
            {is && (
              <td>
                {after === blank ? (
                  quiet
                ) : (
                  <ins>
                    <bdi>{after}</bdi>
                  </ins>
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
