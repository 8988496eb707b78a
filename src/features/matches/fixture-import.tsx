import { FileInput } from '@mantine/core'
import { t } from '../../core/i18n/language.ts'
import type { FixturePreview } from './fixture.endpoints.ts'
import type { FixtureFile } from './fixture-file.web.ts'
import { useFixtureFile, useImport } from './fixture-file.web.ts'
import { GroundsQuestion } from './fixture-grounds.tsx'
import { hintBelow, SeasonOptions, TeamOptions } from './fixture-options.tsx'
import { ColumnsQuestion, ReadingQuestions } from './fixture-questions.tsx'
import { ImportBar } from './fixture-import-bar.tsx'
import { FixtureRows } from './fixture-rows.tsx'
import { FixtureTeams } from './fixture-teams.tsx'
import classes from './matches.module.css'
import { ZoneOptions } from './zone-input.tsx'

/** From a file to matches: first the rows and the teams, and only then the import. */
export function FixtureImport() {
  const of = useFixtureFile()
  const { found, problem } = of
  const { isImporting, submit } = useImport(of)
  return (
    <div className={classes['import']}>
      <p className={classes['help']}>
        {t(
          'A season of a competition, as CSV, iCalendar (ICS) or JSON. You see a preview before anything is saved, and importing the same file again changes nothing.',
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
          onChange={(chosen) => void of.choose(chosen)}
        />
        <TeamOptions of={of} />
        {found && <SeasonOptions of={of} found={found} />}
      </div>
      {problem !== null && (
        <p className={classes['problem']} role="alert">
          {problem}
        </p>
      )}
      {found && (
        <div aria-busy={of.isReading}>
          <Questions of={of} found={found} />
          <ImportBar
            preview={found}
            isBusy={isImporting || of.isReading}
            onImport={() => void submit()}
            isComplete={Boolean(of.options.competition && of.options.season)}
          />
        </div>
      )}
    </div>
  )
}

/** What the file leaves open, and what comes of the answers. */
function Questions({ of: { options, fields, change }, found }: { of: FixtureFile; found: FixturePreview }) {
  return (
    <>
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
    </>
  )
}
