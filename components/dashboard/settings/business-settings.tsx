'use client'

import { dashboardQuery, type Reader } from '@/lib/query/dashboard-query.ts'
import { areaOf, crewsOf } from '@/lib/settings/crews.ts'
import { settingsRecord, type SettingsRecord } from '@/lib/settings/input.ts'
import type { OpeningHours } from '@/lib/settings/opening-hours.ts'
import { Panel } from '../../ui/panel.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { QueryResult } from '../loading.tsx'
import { ForwardingPanel } from './forwarding.tsx'
import { OpeningHoursPanel } from './opening-hours.tsx'
import { SaveBar } from './save-bar.tsx'
import { areaProblems, type CrewDraft, ServiceAreaPanel } from './service-area.tsx'
import { TimeZonePanel } from './time-zone.tsx'
import { type TypedChange, useSettingsForm } from './use-settings-form.ts'

type Draft = { timeZone: string; hours: OpeningHours; crews: CrewDraft[]; greeting: string }

const NO_CREW = { name: '', zips: '' }

function draftOf({ timeZone, hours, serviceArea, greeting }: SettingsRecord): Draft {
  const crews = serviceArea.length > 0 ? crewsOf(serviceArea) : [NO_CREW]
  return { timeZone, hours, crews: crews.map((crew, id) => ({ ...crew, id })), greeting: greeting ?? '' }
}

const changeOf = ({ timeZone, hours, crews, greeting }: Draft): TypedChange => ({
  timeZone,
  hours,
  serviceArea: areaOf(crews),
  greeting: greeting.trim() || null,
})

const problemsOf = ({ crews }: Draft) => areaProblems(crews)

const GREETING_LENGTH = 400

type GreetingProps = { greeting: string; onChange: (greeting: string) => void; problem: string | undefined }

function GreetingPanel({ greeting, onChange, problem }: GreetingProps) {
  return (
    <Panel title="Greeting" note="What the assistant says first. That it is automated it says by itself.">
      <TextArea
        label="Greeting"
        isLabelHidden
        rows={5}
        maxLength={GREETING_LENGTH}
        placeholder="The usual greeting, with your company’s name"
        value={greeting}
        error={problem}
        hint={`${greeting.length} of ${GREETING_LENGTH} characters`}
        onChange={({ target }) => onChange(target.value)}
      />
    </Panel>
  )
}

type BusinessProps = { reader: Reader; mayChange: boolean }

function Business({ reader, settings, mayChange }: BusinessProps & { settings: SettingsRecord }) {
  const form = useSettingsForm({ reader, settings, draftOf, changeOf, problemsOf })
  const { draft, edit, problems } = form
  return (
    <div data-settings-form="" className="grid min-w-0 gap-5">
      <fieldset disabled={!mayChange} className="grid min-w-0 gap-5">
        <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <OpeningHoursPanel hours={draft.hours} onChange={(hours) => edit({ hours })} problems={problems} />
          <div className="grid min-w-0 gap-5">
            <TimeZonePanel
              timeZone={draft.timeZone}
              onChange={(timeZone) => edit({ timeZone })}
              isDisabled={!mayChange}
            />
            <GreetingPanel
              greeting={draft.greeting}
              onChange={(greeting) => edit({ greeting })}
              problem={problems.greeting}
            />
          </div>
        </div>
        <ServiceAreaPanel
          crews={draft.crews}
          onChange={(crews) => edit({ crews })}
          problems={problems}
          isDirty={form.isDirty}
        />
      </fieldset>
      <ForwardingPanel reader={reader} settings={settings} mayChange={mayChange} />
      <SaveBar {...form} />
    </div>
  )
}

/** When the company is open, where it works, how calls are greeted, and the number they are forwarded to. */
export function BusinessSettings({ hasFailed, ...props }: BusinessProps & { hasFailed: boolean }) {
  return (
    <QueryResult
      what="The settings"
      query={dashboardQuery('settings', settingsRecord, props.reader)}
      hasFailed={hasFailed}
    >
      {(settings) => <Business {...props} settings={settings} />}
    </QueryResult>
  )
}
