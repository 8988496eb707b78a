import { FileInput, NativeSelect, TextInput } from '@mantine/core'
import { nameOf } from '../../core/resource/resource-name.ts'
import type { countries } from '../places/geo/countries.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ref as reference } from '../../core/resource/fields.ts'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { t } from '../../core/i18n/language.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { performers, performerSports } from '../events/performer/performers.ts'
import type { FixtureInput, FixturePreview } from './fixture.endpoints.ts'
import { base64Of } from '../../platform/transfer/upload.web.ts'
import { importFixtures, listMatchChanges, maxBytes, previewFixtures } from './fixture.endpoints.ts'
import { GroundsQuestion } from './fixture-grounds.tsx'
import { ColumnsQuestion, ReadingQuestions } from './fixture-questions.tsx'
import { ImportBar } from './fixture-import-bar.tsx'
import { FixtureRows } from './fixture-rows.tsx'
import { FixtureTeams } from './fixture-teams.tsx'
import { matches } from './matches.ts'
import classes from './matches.module.css'
import { ZoneInput, ZoneOptions } from './zone-input.tsx'

const countryField = reference(nameOf<typeof countries>('countries'), {
  label: 'Country of the teams',
  help: 'Where they are all from one: namesakes elsewhere are asked about',
})

type Chosen = Pick<FixtureInput, 'fileName' | 'content' | 'contentEncoding'>
type Options = Omit<FixtureInput, keyof Chosen>
const begin = (): Options => ({
  sport: 'football',
  timeZone: null,
  isOneZone: false,
  countryId: null,
  competition: null,
  season: null,
  dateOrder: null,
  answers: [],
  columns: null,
  readings: [],
  zones: [],
  matches: [],
})

const hintBelow: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

/** From a file to matches: first the rows and the teams, and only then the import. */
export function FixtureImport() {
  const [file, setFile] = useState<Chosen | null>(null)
  const [options, setOptions] = useState(begin)
  // The results stay on screen during a new search, so that typing is not interrupted.
  const [found, setFound] = useState<FixturePreview | null>(null)
  const latest = useRef(0)
  const [problem, setProblem] = useState<string | null>(null)
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const [, setQuery] = useRouteQuery()
  const queries = useQueryClient()
  const preview = useMutation({
    mutationFn: async (input: FixtureInput) =>
      (await http.request('POST', previewFixtures.path, { body: input, quiet: [422] })).data as FixturePreview,
  })
  const run = useCommand(importFixtures, { refresh: [matches, performers], quiet: [409, 422] })

  async function look(from: Chosen, next: Options): Promise<void> {
    setProblem(null)
    setFields({})
    setOptions(next)
    const turn = ++latest.current
    try {
      const seen = await preview.mutateAsync({ ...from, ...next })
      // Typing on sends another request in the meantime: only the last answer counts.
      if (turn !== latest.current) return
      setFound(seen)
      setOptions((now) => ({
        ...now,
        competition: now.competition ?? seen.competition,
        season: now.season ?? seen.season,
      }))
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
    if (chosen.size > maxBytes) return setProblem(t('The file is too large: it can have {n} bytes.', { n: maxBytes }))
    // Its bytes and not its text, because spreadsheets save other encodings than the browser assumes.
    const from: Chosen = {
      fileName: chosen.name.slice(0, 200),
      content: await base64Of(chosen),
      contentEncoding: 'base64',
    }
    setFile(from)
    const { sport, countryId } = options
    await look(from, { ...begin(), sport, countryId })
  }

  const change = (change: Partial<Options>) => file && void look(file, { ...options, ...change })
  async function submit(): Promise<void> {
    if (!file) return
    try {
      const { created, same, teams, spellings, changes } = await run.mutateAsync({ input: { ...file, ...options } })
      toast.success(
        t(
          '{created, plural, one {# match} other {# matches}} imported, {same} unchanged; {teams, plural, one {# new team} other {# new teams}}, {spellings, plural, one {# new spelling} other {# new spellings}}',
          { created, same, teams, spellings },
        ),
        { duration: 8000 },
      )
      await queries.invalidateQueries({ queryKey: [listMatchChanges.path] })
      setQuery({ show: changes > 0 ? 'changes' : null })
    } catch (failure) {
      tell(failure)
    }
  }

  const inputs = { errors: {}, readOnly: false, draft: options, record: null }
  return (
    <div className={classes['import']}>
      <p className={classes['help']}>
        {t(
          'A season of a competition, as CSV, iCalendar (ICS) or JSON. Nothing is stored before you have seen what would happen; the same file again changes nothing.',
        )}
      </p>
      <div className={classes['options']}>
        <FileInput
          label={t('Fixture file')}
          accept=".csv,.ics,.json,text/csv,text/calendar,application/json"
          clearable
          placeholder={t('Choose a file')}
          inputWrapperOrder={hintBelow}
          description={t('CSV with a first line that names its columns: date, time, home, away, round, venue')}
          onChange={(chosen) => void choose(chosen)}
        />
        <NativeSelect
          label={t('Sport')}
          value={options.sport}
          data={performerSports.map((sport) => ({
            value: sport,
            label: choiceLabelOf(performers.fields.sport, sport),
          }))}
          onChange={(event) => {
            const sport = performerSports.find((one) => one === event.currentTarget.value) ?? 'football'
            setOptions({ ...options, sport })
            change({ sport, answers: [] })
          }}
        />
        {inputOf(countryField, {
          ...inputs,
          name: 'countryId',
          value: options.countryId ?? null,
          onChange: (id) => {
            const countryId = typeof id === 'number' ? id : null
            setOptions({ ...options, countryId })
            change({ countryId })
          },
        })}
        {found && (
          <>
            <TextInput
              label={t('Competition')}
              withAsterisk
              maxLength={120}
              value={options.competition ?? ''}
              error={fields['competition']}
              description={found.asks.includes('competition') && !options.competition && t('Not in the file')}
              inputWrapperOrder={hintBelow}
              onChange={(event) => setOptions({ ...options, competition: event.currentTarget.value || null })}
              onBlur={() => change({})}
            />
            <TextInput
              label={t('Season')}
              withAsterisk
              maxLength={20}
              value={options.season ?? ''}
              error={fields['season']}
              description={found.asks.includes('season') && !options.season && t('Not in the file')}
              inputWrapperOrder={hintBelow}
              onChange={(event) => setOptions({ ...options, season: event.currentTarget.value || null })}
              onBlur={() => change({})}
            />
            <NativeSelect
              label={t('Times in it')}
              value={options.isOneZone ? 'one' : 'ground'}
              data={[
                { value: 'ground', label: t('In each ground’s time') },
                { value: 'one', label: t('All in one time zone') },
              ]}
              onChange={(event) => {
                const isOneZone = event.currentTarget.value === 'one'
                setOptions({ ...options, isOneZone, timeZone: null })
                change({ isOneZone, timeZone: null })
              }}
            />
            {options.isOneZone && (
              <ZoneInput
                label={t('Time zone')}
                value={options.timeZone ?? null}
                error={fields['timeZone']}
                description={options.timeZone ? undefined : t('Used for every time without a zone of its own')}
                onZone={(timeZone) => {
                  setOptions({ ...options, timeZone })
                  change({ timeZone })
                }}
              />
            )}
            {(found.asks.includes('dateOrder') || options.dateOrder) && (
              <NativeSelect
                label={t('Dates in it')}
                value={options.dateOrder ?? ''}
                error={fields['dateOrder']}
                description={found.asks.includes('dateOrder') && t('They can be read both ways.')}
                inputWrapperOrder={hintBelow}
                data={[
                  { value: '', label: t('Choose…') },
                  { value: 'dmy', label: t('Day first, 31/12') },
                  { value: 'mdy', label: t('Month first, 12/31') },
                ]}
                onChange={(event) =>
                  change({
                    dateOrder:
                      event.currentTarget.value === 'dmy' ? 'dmy' : event.currentTarget.value === 'mdy' ? 'mdy' : null,
                  })
                }
              />
            )}
          </>
        )}
      </div>
      {problem !== null && (
        <p className={classes['problem']} role="alert">
          {problem}
        </p>
      )}
      {found && (
        <div aria-busy={preview.isPending}>
          {found.columns && found.columns.headings.length > 0 && (
            <ColumnsQuestion
              columns={found.columns}
              isAsked={found.asks.includes('columns')}
              onColumns={(columns) => change({ columns })}
            />
          )}
          <ReadingQuestions
            preview={found}
            readings={options.readings ?? []}
            onReadings={(readings) => change({ readings })}
          />
          <GroundsQuestion
            preview={found}
            others={options.isOneZone ? null : (options.timeZone ?? null)}
            error={fields['zones']}
            onZones={(zones, timeZone) => change(options.isOneZone ? { zones } : { zones, timeZone })}
          />
          <ZoneOptions />
          <FixtureTeams preview={found} answers={options.answers ?? []} onAnswers={(answers) => change({ answers })} />
          <FixtureRows preview={found} onMatch={(line) => change({ matches: [...(options.matches ?? []), line] })} />
          <ImportBar
            preview={found}
            isBusy={run.isPending || preview.isPending}
            onImport={() => void submit()}
            isComplete={Boolean(options.competition && options.season)}
          />
        </div>
      )}
    </div>
  )
}
