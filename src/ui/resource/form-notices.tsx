import { Button } from '@mantine/core'
import { rich } from '../rich.tsx'
import type { Grants } from '../../core/access/access.ts'
import { reachWords } from '../../core/resource/city-limits.ts'
import { labelOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence } from '../../core/resource/resource.ts'
import type { AnyRecord } from './client.web.ts'
import { cellOf } from './cells.tsx'
import type { Conflict } from './draft-state.web.ts'
import classes from './form.module.css'

/** Why a user who can change other records of its kind can only read this one. */
export function OutOfReach({ resource, record, grants }: { resource: AnyResource; record: AnyRecord; grants: Grants }) {
  const city = record['city'] as { id: number; title: string } | null | undefined
  const limits = reachWords(grants, resource, (id) => (city?.id === id ? city.title : undefined))
  return (
    <p className={classes['notice']} role="note">
      {t('You can read this {one} but not change it: your role can change {many} only {limits}.', {
        one: inSentence(t(resource.label[0])),
        many: inSentence(t(resource.label[1])),
        limits,
      })}
    </p>
  )
}

interface ConflictNoticeProps {
  conflicts: readonly Conflict[]
  resource: AnyResource
  theirs: AnyRecord | null
  onTheirs: (conflict: Conflict) => void
}

/** What both changed, for as long as no side is chosen. */
export function ConflictNotice({ conflicts, resource, theirs, onTheirs }: ConflictNoticeProps) {
  if (conflicts.length === 0 || !theirs) return null
  return (
    <section className={classes['summary']} aria-label={t('Changed by both')}>
      <h2>{t('You and a colleague changed the same fields. Yours are in the form.')}</h2>
      <ul>
        {conflicts.map((conflict) => {
          const field = resource.fields[conflict.key]
          return (
            field && (
              <li key={conflict.key}>
                {rich('{key}: theirs is {cellOf}', {
                  key: labelOf(conflict.key, field),
                  cellOf: <q>{cellOf(conflict.key, field, theirs)}</q>,
                })}{' '}
                <Button variant="default" size="compact-xs" onClick={() => onTheirs(conflict)}>
                  {t('Take theirs')}
                </Button>
              </li>
            )
          )
        })}
      </ul>
    </section>
  )
}

/** In place of the save bar, so that it is in view: what is being edited is gone, and can become a record of its own. */
export function GoneNotice({ resource, onCreate }: { resource: AnyResource; onCreate: (() => void) | null }) {
  const one = inSentence(t(resource.label[0]))
  return (
    <div className={classes['savebar']} data-save-bar="" role="alert" aria-label={t('Deleted in the meantime')}>
      <p>
        <strong>{t('This {one} was deleted while you had it open.', { one })}</strong>{' '}
        {onCreate
          ? t('Your changes stay in the form.')
          : t('Your changes stay in the form. Copy what you need before you leave the page.')}
      </p>
      {onCreate && <Button onClick={onCreate}>{t('Make a new {one} of it', { one })}</Button>}
    </div>
  )
}
