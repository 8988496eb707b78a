import { Button, FileInput, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { choiceLabelOf, ref as reference } from '../../kit/fields.ts'
import { listOf } from '../../kit/formats.ts'
import { http } from '../../kit/http-client.web.ts'
import { t } from '../../kit/language.ts'
import { FailedRequest } from '../../kit/request-errors.web.ts'
import { useCommand } from '../../kit/screens/client.web.ts'
import { inputOf } from '../../kit/screens/inputs.tsx'
import { isTimeZone } from '../../kit/zoned-time.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { performers, performerSports } from '../events/performers.ts'
import type { FixtureInput, FixturePreview } from './fixture-calls.ts'
import { importFixtures, listMatchChanges, mostCharacters, previewFixtures } from './fixture-calls.ts'
import { FixtureRows } from './fixture-rows.tsx'
import { FixtureTeams } from './fixture-teams.tsx'
import { matches } from './matches.ts'
import classes from './matches.module.css'

const countryField = reference('countries', { label: 'Country of the teams', help: 'Where they are all from one: namesakes elsewhere are asked about' })

type Options = Omit<FixtureInput, 'fileName' | 'content'>
const begin = (): Options => ({ sport: 'football', timeZone: null, isOneZone: false, countryId: null, competition: null, season: null, dateOrder: null, answers: [] })

/** From a file to matches: what it says row by row, who its teams are, and only then the import. */
export function FixtureImport() {
  const [file, setFile] = useState<Pick<FixtureInput, 'fileName' | 'content'> | null>(null)
  const [options, setOptions] = useState(begin)
  // What was found stays on screen while it is looked for anew, with whatever is being typed beside it.
  const [found, setFound] = useState<FixturePreview | null>(null)
  const latest = useRef(0)
  const [problem, setProblem] = useState<string | null>(null)
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const [, setQuery] = useRouteQuery()
  const queries = useQueryClient()
  const preview = useMutation({
    mutationFn: async (input: FixtureInput) => (await http.request('POST', previewFixtures.path, { body: input, quiet: [422] })).data as FixturePreview,
  })
  const run = useCommand(importFixtures, { refresh: [matches, performers], quiet: [409, 422] })

  async function look(from: Pick<FixtureInput, 'fileName' | 'content'>, next: Options): Promise<void> {
    setProblem(null)
    setFields({})
    setOptions(next)
    const turn = ++latest.current
    try {
      const seen = await preview.mutateAsync({ ...from, ...next })
      // Whoever types on has asked again meanwhile: only the last answer counts.
      if (turn !== latest.current) return
      setFound(seen)
      setOptions((now) => ({ ...now, competition: now.competition ?? seen.competition, season: now.season ?? seen.season }))
    } catch (failure) {
      if (turn === latest.current) tell(failure)
    }
  }

  function tell(failure: unknown): void {
    if (!(failure instanceof FailedRequest)) return
    setFields(failure.body.fields ?? {})
    setProblem(failure.message)
  }

  async function choose(chosen: File | null): Promise<void> {
    latest.current++
    setFound(null)
    setFile(null)
    setProblem(null)
    if (!chosen) return
    if (chosen.size > mostCharacters) return setProblem(t('The file is too large: it may have {n} characters.', { n: mostCharacters }))
    const from = { fileName: chosen.name.slice(0, 200), content: await chosen.text() }
    setFile(from)
    await look(from, { ...options, answers: [], competition: null, season: null, dateOrder: null })
  }

  const change = (change: Partial<Options>) => file && void look(file, { ...options, ...change })
  async function submit(): Promise<void> {
    if (!file) return
    try {
      const { created, same, teams, spellings, changes } = await run.mutateAsync({ input: { ...file, ...options } })
      toast.success(t('{created, plural, one {# match} other {# matches}} imported, {same} unchanged; {teams, plural, one {# new team} other {# new teams}}, {spellings, plural, one {# new spelling} other {# new spellings}}', { created, same, teams, spellings }), { duration: 8000 })
      await queries.invalidateQueries({ queryKey: [listMatchChanges.path] })
      setQuery({ show: changes > 0 ? 'changes' : null })
    } catch (failure) {
      tell(failure)
    }
  }

  const inputs = { errors: {}, readOnly: false, draft: options, record: null }
  return (
    <div className={classes['import']}>
      <p className={classes['help']}>{t('A season of a competition, as CSV, iCalendar (ICS) or JSON. Nothing is stored before you have seen what would happen; the same file again changes nothing.')}</p>
      <div className={classes['options']}>
        <FileInput
          label={t('File of fixtures')} accept=".csv,.ics,.json,text/csv,text/calendar,application/json" clearable placeholder={t('Choose a file')} inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={t('CSV with a first line that names its columns: date, time, home, away, round, venue')} onChange={(chosen) => void choose(chosen)}
        />
        <NativeSelect
          label={t('Sport')} value={options.sport} data={performerSports.map((sport) => ({ value: sport, label: choiceLabelOf(performers.fields.sport, sport) }))}
          onChange={(event) => {
            const sport = performerSports.find((one) => one === event.currentTarget.value) ?? 'football'
            setOptions({ ...options, sport })
            change({ sport, answers: [] })
          }}
        />
        {inputOf(countryField, { ...inputs, name: 'countryId', value: options.countryId ?? null, onChange: (id) => {
          const countryId = typeof id === 'number' ? id : null
          setOptions({ ...options, countryId })
          change({ countryId })
        } })}
        {found && <>
          <TextInput
            label={t('Competition')} withAsterisk maxLength={120} value={options.competition ?? ''} error={fields['competition'] ?? (found.asks.includes('competition') && !options.competition && t('The file does not say.'))}
            onChange={(event) => setOptions({ ...options, competition: event.currentTarget.value || null })} onBlur={() => change({})}
          />
          <TextInput
            label={t('Season')} withAsterisk maxLength={20} value={options.season ?? ''} error={fields['season'] ?? (found.asks.includes('season') && !options.season && t('The file does not say.'))}
            onChange={(event) => setOptions({ ...options, season: event.currentTarget.value || null })} onBlur={() => change({})}
          />
          <NativeSelect
            label={t('Times in it')} value={options.isOneZone ? 'one' : 'ground'} data={[{ value: 'ground', label: t('By the clocks of each ground') }, { value: 'one', label: t('All by the clocks of one zone') }]}
            onChange={(event) => {
              const isOneZone = event.currentTarget.value === 'one'
              setOptions({ ...options, isOneZone })
              change({ isOneZone })
            }}
          />
          {(found.asks.includes('timeZone') || options.isOneZone || options.timeZone) && (
            <ZoneInput
              value={options.timeZone ?? null} error={fields['timeZone'] ?? (found.asks.includes('timeZone') && zoneQuestion(found, options.isOneZone === true))}
              onZone={(timeZone) => {
                setOptions({ ...options, timeZone })
                change({ timeZone })
              }}
            />
          )}
          {(found.asks.includes('dateOrder') || options.dateOrder) && (
            <NativeSelect
              label={t('Dates in it')} value={options.dateOrder ?? ''} error={found.asks.includes('dateOrder') && t('They can be read both ways.')}
              data={[{ value: '', label: t('Choose…') }, { value: 'dmy', label: t('Day first, 31/12') }, { value: 'mdy', label: t('Month first, 12/31') }]}
              onChange={(event) => change({ dateOrder: event.currentTarget.value === 'dmy' ? 'dmy' : event.currentTarget.value === 'mdy' ? 'mdy' : null })}
            />
          )}
        </>}
      </div>
      {problem !== null && <p className={classes['problem']} role="alert">{problem}</p>}
      {found && (
        <div aria-busy={preview.isPending}>
          <FixtureTeams preview={found} answers={options.answers ?? []} onAnswers={(answers) => change({ answers })} />
          <FixtureRows preview={found} />
          <ImportBar preview={found} isBusy={run.isPending || preview.isPending} onImport={() => void submit()} isComplete={Boolean(options.competition && options.season)} />
        </div>
      )}
    </div>
  )
}

interface ZoneInputProps { readonly value: string | null; readonly error: string | false; readonly onZone: (zone: string | null) => void }

const exampleZone = 'Europe/London'

/** A zone by its name, out of those that there are; what is half typed is told to nobody. */
function ZoneInput({ value, error, onZone }: ZoneInputProps) {
  const [typed, setTyped] = useState(value ?? '')
  const isUnknown = typed !== '' && !isTimeZone(typed)
  return (
    <>
      <TextInput
        label={t('Time zone')} withAsterisk maxLength={64} list="zones-of-fixtures" value={typed} placeholder={exampleZone} error={isUnknown && value === null ? t('Choose one of the list, such as Europe/London.') : error}
        onChange={(event) => {
          const text = event.currentTarget.value.trim()
          setTyped(text)
          const zone = isTimeZone(text) ? text : null
          if (zone !== value) onZone(zone)
        }}
      />
      <datalist id="zones-of-fixtures">{Intl.supportedValuesOf('timeZone').map((zone) => <option key={zone} value={zone} />)}</datalist>
    </>
  )
}

/** Of whose grounds nothing here says the zone. */
function zoneQuestion({ rows }: FixturePreview, isOneZone: boolean): string {
  if (isOneZone) return t('Say which zone.')
  const hosts = [...new Set(rows.flatMap(({ action, homeName }) => (action === 'zone' ? homeName : [])))]
  return t('Nothing here says it of the {n, plural, one {ground of {names}} other {grounds of {names}}}. Choose it for them, or give them a home venue.', {
    n: hosts.length, names: hosts.length > 4 ? t('{names} and {n} more', { names: hosts.slice(0, 3).join(', '), n: hosts.length - 3 }) : listOf(hosts),
  })
}

interface ImportBarProps { readonly preview: FixturePreview; readonly isBusy: boolean; readonly isComplete: boolean; readonly onImport: () => void }

function ImportBar({ preview, isBusy, isComplete, onImport }: ImportBarProps) {
  const count = (action: string) => preview.rows.filter((row) => row.action === action).length
  const fresh = preview.teams.filter(({ state, performerId }) => state === 'new' || (state === 'answered' && performerId === null)).length
  const [creates, changes, same] = [count('create'), count('change'), count('same')]
  const isAsked = !isComplete || preview.asks.length > 0
  return (
    <div className={classes['bar']}>
      <p role="status">{isAsked ? t('Answer what is asked above first.') : t('{creates, plural, one {# match} other {# matches}} to make, {fresh, plural, one {# team} other {# teams}} to make, {changes, plural, one {# change} other {# changes}} to approve, {same} as they are.', { creates, fresh, changes, same })}</p>
      <Button disabled={isAsked || preview.rows.length === 0} loading={isBusy} onClick={onImport}>{t('Import')}</Button>
    </div>
  )
}
