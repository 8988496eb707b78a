import { Button } from '@mantine/core'
import { msg, t } from '../../../core/i18n/language.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import type { Limits } from '../../../core/access/access.ts'
import { limitWords } from '../../../core/access/limits.ts'
import { useCityTitles } from './city-titles.web.ts'
import type { PermissionNames } from './matrix-labels.ts'
import { objectTitle, permissionTitle } from './matrix-labels.ts'
import type { PermissionDiff } from './permission-draft.ts'
import { isLimited, permissionOf } from './permission-draft.ts'
import classes from './roles.module.css'

const kinds = {
  added: { mark: '+', word: msg('Added') },
  removed: { mark: '−', word: msg('Removed') },
  limited: { mark: '≠', word: msg('Limits changed') },
} as const
type Kind = keyof typeof kinds

interface ReviewDialogProps {
  title: string
  names: PermissionNames
  diff: PermissionDiff
  fields: Readonly<Record<string, string>>
  /** How many people it concerns. */
  members: number
  unseen: readonly string[]
  isEmpty: boolean
  isSaving: boolean
  onSave: () => void
  onClose: () => void
}

/** What saving will change, line by line, and for whom. */
export function ReviewDialog({
  title,
  names,
  diff,
  fields,
  members,
  unseen,
  isEmpty,
  isSaving,
  onSave,
  onClose,
}: ReviewDialogProps) {
  const all = [...diff.added, ...diff.removed].map(({ limits }) => limits)
  const titleOf = useCityTitles(
    [...all, ...diff.limited.flatMap(({ before, after }) => [before, after])].flatMap(({ cities = [] }) => cities),
  )
  const extentOf = (limits: Limits) => (isLimited(limits) ? limitWords([limits], titleOf) : t('without limit'))
  const reachOf = (limits: Limits) => (isLimited(limits) ? `, ${limitWords([limits], titleOf)}` : '')
  const lines: readonly { kind: Kind; action: string; object: string; extent: string }[] = [
    ...diff.added.map(({ key, limits }) => ({ kind: 'added' as const, ...permissionOf(key), extent: reachOf(limits) })),
    ...diff.removed.map(({ key, limits }) => ({
      kind: 'removed' as const,
      ...permissionOf(key),
      extent: reachOf(limits),
    })),
    ...diff.limited.map(({ key, before, after }) => ({
      kind: 'limited' as const,
      ...permissionOf(key),
      extent: t(': {after} (was {before})', { after: extentOf(after), before: extentOf(before) }),
    })),
  ]
  return (
    <Dialog title={title} onClose={onClose} isBusy={isSaving}>
      {Object.entries(fields).map(([field, value]) => (
        <p key={field} className={classes['quiet']}>
          {field === 'name' ? t('Name') : t('Description')}: <q>{value}</q>
        </p>
      ))}
      {isEmpty && (
        <p className={classes['dialogText']}>
          {t('The role starts without permissions: people can sign in, and see nothing yet.')}
        </p>
      )}
      {lines.length > 0 && (
        <ul className={classes['diff']} aria-label={t('Changed permissions')} tabIndex={0}>
          {lines.map(({ kind, action, object, extent }) => (
            <li key={`${action} ${object}`} data-kind={kind}>
              <b aria-hidden>{kinds[kind].mark}</b>
              <span className="visually-hidden">{t(kinds[kind].word)}:</span>
              <span>
                {permissionTitle(names, action, object)}
                {extent}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Unseen names={names} objects={unseen} />
      {members > 0 && (
        <p className={classes['dialogText']}>
          {t('{members, plural, one {Affects 1 person} other {Affects # people}}, from their next click.', {
            members,
          })}
        </p>
      )}
      <div className={classes['buttons']}>
        <Button variant="default" onClick={onClose} disabled={isSaving}>
          {t('Cancel')}
        </Button>
        <Button onClick={onSave} loading={isSaving} data-autofocus>
          {t('Save changes')}
        </Button>
      </div>
    </Dialog>
  )
}

function Unseen({ names, objects }: { names: PermissionNames; objects: readonly string[] }) {
  if (objects.length === 0) return null
  const unseen = objects.map((object) => objectTitle(names, object)).join(', ')
  return <p className={classes['problem']}>{t('Without “See”, the role has no access to: {unseen}.', { unseen })}</p>
}
