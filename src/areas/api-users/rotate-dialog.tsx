import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { formatInstant } from '../../kit/formats.ts'
import { useCommand } from '../../kit/screens/client.web.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { rotateApiKey } from './api-user-calls.ts'
import classes from './api-users.module.css'
import { KeyDialog } from './key-dialog.tsx'

const overlaps = [
  { value: '0', label: 'Stops at once' }, { value: '1', label: 'Works for another hour' }, { value: '24', label: 'Works for another day' },
  { value: '72', label: 'Works for another three days' }, { value: '168', label: 'Works for another week' },
]

/** Makes a new key, and lets the old one work on until their programs have been changed over. */
export function RotateDialog({ id, name, hasKeys, onClose }: { id: number; name: string; hasKeys: boolean; onClose: () => void }) {
  const [overlap, setOverlap] = useState('24')
  const rotate = useCommand(rotateApiKey)
  if (rotate.data) {
    const { key, othersEndAt } = rotate.data
    return <KeyDialog apiKey={key} name={name} onClose={onClose} {...(othersEndAt && { note: `The old key works until ${formatInstant(othersEndAt)}.` })} />
  }
  return (
    <Dialog title={hasKeys ? 'Rotate key' : 'Make a key'} onClose={onClose} size={440}>
      <form className={classes['dialog']} onSubmit={(event) => {
        event.preventDefault()
        rotate.mutate({ params: { id }, input: { overlap: hasKeys ? Number(overlap) : 0 } })
      }}>
        {hasKeys
          ? <NativeSelect label="The old key" description="Long enough for them to change their programs over" data={overlaps} value={overlap} data-autofocus
            inputWrapperOrder={['label', 'input', 'description', 'error']} onChange={(event) => setOverlap(event.currentTarget.value)} />
          : <p>The key is shown once, right after it is made.</p>}
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose} disabled={rotate.isPending}>Cancel</Button>
          <Button type="submit" loading={rotate.isPending}>Make new key</Button>
        </div>
      </form>
    </Dialog>
  )
}
