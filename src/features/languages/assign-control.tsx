import { Button, NativeSelect } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import classes from './languages.module.css'
import type { Translator, Unit } from './queue.endpoints.ts'
import { assignUnits } from './queue.endpoints.ts'

/** Assigns the selected texts to a translator, or unassigns them. */
export function AssignControl({
  units,
  people,
  onDone,
}: {
  units: readonly Unit[]
  people: readonly Translator[]
  onDone: () => void
}) {
  const [to, setTo] = useState('')
  const assign = useCommand(assignUnits)
  async function submit(): Promise<void> {
    const assigneeId = to === 'none' ? null : Number(to)
    const answer = await assign
      .mutateAsync({
        input: {
          units: units.map(({ resource, recordId, field, locale }) => ({ resource, recordId, field, locale })),
          assigneeId,
        },
      })
      .catch(() => null)
    // The client has already shown the reason.
    if (!answer) return
    const name = people.find(({ id }) => id === assigneeId)?.name
    toast.success(
      name === undefined
        ? t('{n, plural, one {# text} other {# texts}} unassigned', { n: answer.assigned })
        : t('{n, plural, one {# text} other {# texts}} assigned to {name}', { n: answer.assigned, name }),
    )
    setTo('')
    onDone()
  }
  return (
    <span className={classes['assign']}>
      <NativeSelect
        aria-label={t('Assign to')}
        value={to}
        disabled={units.length === 0}
        onChange={(event) => setTo(event.currentTarget.value)}
        data={[
          { value: '', label: t('Assign to…') },
          ...people
            .filter(({ mayTranslate }) => mayTranslate)
            .map(({ id, name }) => ({ value: String(id), label: name })),
          { value: 'none', label: t('No one') },
        ]}
      />
      <Button
        variant="default"
        leftSection={<IconUserCheck size={15} aria-hidden />}
        disabled={to === '' || units.length === 0}
        loading={assign.isPending}
        onClick={() => void submit()}
      >
        {t('{n, plural, =0 {Assign} one {Assign # text} other {Assign # texts}}', { n: units.length })}
      </Button>
    </span>
  )
}
