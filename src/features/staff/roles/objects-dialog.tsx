import { ActionIcon, Button, TextInput } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.layer.css'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import { Failure } from '../../../ui/resource/states.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import { createPermissionObject, deletePermissionObject } from './permission-objects.ts'
import { useChange, useObjects } from './role-client.web.ts'
import classes from './roles.module.css'
import { roleTitle } from '../../../platform/auth/role-labels.ts'

/** What permissions can be about. The built-in objects stay; others come and go with programs of one's own. */
export function ObjectsDialog({ mayWrite, onClose }: { mayWrite: boolean; onClose: () => void }) {
  const { data, error, refetch } = useObjects()
  const remove = useChange(deletePermissionObject)

  async function drop(object: string): Promise<void> {
    try {
      await remove.mutateAsync({ query: { name: object } })
      toast.success(t('Object {object} deleted', { object }))
    } catch (failure) {
      if (failure instanceof FailedRequest && !failure.shown) toast.error(failure.message)
    }
  }

  return (
    <Dialog title={t('Objects')} onClose={onClose} size={620}>
      {mayWrite && <NewObjectForm />}
      {error && !data && <Failure error={error} what={t('Objects')} onRetry={() => void refetch()} />}
      <div className={classes['people']} tabIndex={0} role="group" aria-label={t('All objects')}>
        <table className={classes['table']}>
          <caption className="visually-hidden">{t('Objects and the roles with permissions on them')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('Object')}</th>
              <th scope="col">{t('Roles')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('Delete')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data
              ?.toSorted((a, b) => Number(a.isBuiltIn) - Number(b.isBuiltIn))
              .map((object) => (
                <tr key={object.name}>
                  <td>
                    {object.name}
                    {!object.isBuiltIn && <span className={classes['quiet']}> {t('added')}</span>}
                  </td>
                  <td>
                    {object.roles.map(roleTitle).join(', ') || (
                      <span className={classes['quiet']}>{t('admin only')}</span>
                    )}
                  </td>
                  <td>
                    {mayWrite && !object.isBuiltIn && (
                      <ActionIcon
                        aria-label={t('Delete {name}', { name: object.name })}
                        onClick={() => void drop(object.name)}
                      >
                        <IconTrash size={15} aria-hidden />
                      </ActionIcon>
                    )}
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  )
}

function NewObjectForm() {
  const create = useChange(createPermissionObject)
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()

  async function add(): Promise<void> {
    try {
      await create.mutateAsync({ input: { name } })
      toast.success(t('Object {name} added', { name }))
      setName('')
    } catch (failure) {
      if (failure instanceof FailedRequest && !failure.shown)
        setProblem(failure.body.fields?.['name'] ?? failure.message)
    }
  }

  return (
    <form
      noValidate
      className={classes['toolbar']}
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <TextInput
        aria-label={t('Name of the new object')}
        placeholder={t('New object, such as gift-cards')}
        value={name}
        maxLength={64}
        error={problem}
        className={classes['search'] ?? ''}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setProblem(undefined)
        }}
      />
      <Button type="submit" variant="default" loading={create.isPending}>
        {t('Add object')}
      </Button>
    </form>
  )
}
