import { Button } from '@mantine/core'
import { Dialog } from '../../ui/dialog.tsx'
import type { PermissionDiff } from './permission-draft.ts'
import { permissionOf } from './permission-draft.ts'
import classes from './roles.module.css'

interface ReviewDialogProps {
  title: string
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
export function ReviewDialog({ title, diff, fields, members, unseen, isEmpty, isSaving, onSave, onClose }: ReviewDialogProps) {
  const lines = [
    ...diff.added.map((key) => ({ kind: 'added', ...permissionOf(key) })), ...diff.removed.map((key) => ({ kind: 'removed', ...permissionOf(key) })),
  ]
  return (
    <Dialog title={title} onClose={onClose}>
      {Object.entries(fields).map(([field, value]) => <p key={field} className={classes['quiet']}>{field === 'name' ? 'Name' : 'Description'}: <q>{value}</q></p>)}
      {isEmpty && <p className={classes['dialogText']}>The role starts without permissions: its people can sign in and may do nothing.</p>}
      {lines.length > 0 && (
        <ul className={classes['diff']} aria-label="Changed permissions" tabIndex={0}>
          {lines.map(({ kind, action, object }) => (
            <li key={`${action} ${object}`} data-kind={kind}>
              <b aria-hidden>{kind === 'added' ? '+' : '−'}</b>
              <span className="visually-hidden">{kind === 'added' ? 'Added:' : 'Taken away:'}</span>
              <span>{action} on {object}</span>
            </li>
          ))}
        </ul>
      )}
      {unseen.length > 0 && <p className={classes['problem']}>Without “ui” the role does not see: {unseen.join(', ')}.</p>}
      {members > 0 && <p className={classes['dialogText']}>{members === 1 ? 'It concerns 1 person' : `It concerns ${members} people`}, from their next click on.</p>}
      <div className={classes['buttons']}>
        <Button variant="default" onClick={onClose} disabled={isSaving}>Cancel</Button>
        <Button onClick={onSave} loading={isSaving} data-autofocus>Save changes</Button>
      </div>
    </Dialog>
  )
}
