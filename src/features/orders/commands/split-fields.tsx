import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Checkbox } from '@mantine/core'
import { formatMoney } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Drafts } from './command-drafts.ts'
import type { FormProps } from './command-form.ts'
import { problemIn } from './command-problems.ts'
import classes from './split-fields.module.css'

/** The items of the order, to choose those that the new one gets. */
export function SplitForm({ draft, lines, currency, problems, onChange }: FormProps<Drafts['split-order']>) {
  const problem = problemIn(problems, 'positions')
  return (
    <Checkbox.Group
      label={t('Items of the new order')}
      description={t('Fees and discounts move with their items.')}
      withAsterisk
      error={problem}
      value={draft.positions.map(String)}
      onChange={(chosen) => onChange({ positions: chosen.map(Number).toSorted((one, other) => one - other) })}
    >
      <div className={classes['items']}>
        {lines
          .filter(({ kind }) => kind === 'item')
          .map(({ position, quantity, title, amount, section, row, seats }) => (
            <Checkbox
              key={position}
              value={String(position)}
              label={
                <>
                  <span className={classes['item']}>
                    <span>{`${quantity} × ${title}`}</span>
                    <span className={classes['amount']}>{formatMoney(amount, currency)}</span>
                  </span>
                  <Place section={section} row={row} seats={seats} />
                </>
              }
              classNames={{ body: classes['body'] ?? '', labelWrapper: classes['label'] ?? '' }}
            />
          ))}
      </div>
    </Checkbox.Group>
  )
}

type Seats = Pick<FormProps<unknown>['lines'][number], 'section' | 'row' | 'seats'>

function Place({ section, row, seats }: Seats) {
  const parts = [section ?? '', row === null ? '' : t('row {row}', { row }), seats.join(', ')].filter(Boolean)
  return parts.length === 0 ? null : <span className={classes['place']}>{parts.join(' · ')}</span>
}
