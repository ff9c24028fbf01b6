import { ButtonLink } from '../../ui/button-link.tsx'
import { stegaClean } from 'next-sanity'
import {
  BLOCK_SCRIPT_ATTRIBUTE,
  toScriptAttributes,
  VOICE_ATTRIBUTE,
  VOICE_AGENT_ATTRIBUTE,
  VOICE_INTEGRITY_ATTRIBUTE,
  VOICE_RETRY_ATTRIBUTE,
  VOICE_SCRIPT_ATTRIBUTE,
  VOICE_SLOT_ATTRIBUTE,
  type VoiceState,
} from '@/lib/dom-contract.ts'
import { voiceFile } from '@/lib/browser-bundles.js'
import type { UiCopy } from '@/lib/site/ui-copy.ts'
import type { VoiceAgent as Agent } from '@/lib/platform/env/voice-agent.ts'
import type { SETTINGS_QUERY_RESULT } from '../../../sanity/types.ts'
import { fill } from '../../ui/fill.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CallOrListen } from '../layout/phone-bar.tsx'

type Settings = NonNullable<SETTINGS_QUERY_RESULT>

const IDLE: VoiceState = 'idle'

type VoiceLabels = UiCopy['voice']

type VoiceAgentProps = {
  brand: string
  settings: Pick<Settings, 'contact' | 'booking'> | null
  labels: VoiceLabels
  /**
   * Voice agent. If absent, visitors can only call and book. If the phone number is fictional, a sample call plays
   * instead.
   */
  agent: Agent | undefined
}

function AgentSlot({ labels }: { labels: VoiceLabels }) {
  return (
    <div aria-live="polite">
      <p className="launcher-loading label mt-3 text-muted-foreground">{labels.connecting}</p>
      <div className="launcher-failed mt-3">
        <p className="label">{labels.failed}</p>
        <button
          type="button"
          className="text-link label min-h-11 cursor-pointer"
          {...toScriptAttributes({ [VOICE_RETRY_ATTRIBUTE]: '' })}
        >
          {labels.retry}
        </button>
      </div>
      <div className="launcher-agent" {...toScriptAttributes({ [VOICE_SLOT_ATTRIBUTE]: '' })} />
    </div>
  )
}

function OtherContactOptions({
  phone,
  settings,
  labels,
}: Pick<VoiceAgentProps, 'settings' | 'labels'> & { phone: string | undefined }) {
  const { label, url } = settings?.booking ?? {}
  return (
    <div className="mt-4 grid gap-2.5">
      {phone && (
        <CallOrListen phone={phone} labels={{ call: fill(labels.callNumber, { number: phone }), hear: labels.hear }} />
      )}
      {url && (
        <ButtonLink href={url} variant="quiet">
          <Icon name="calendar" size={18} />
          {label}
        </ButtonLink>
      )}
    </div>
  )
}

/** Renders the voice launcher. It also works without a script. The vendor's script loads only after a click. */
export function VoiceAgent({ brand, settings, labels, agent }: VoiceAgentProps) {
  const phone = stegaClean(settings?.contact?.phone) || undefined
  if (!agent && !phone) return null
  return (
    <details
      className="launcher fixed right-8 bottom-20 low:static"
      {...toScriptAttributes({
        [VOICE_ATTRIBUTE]: IDLE,
        [VOICE_AGENT_ATTRIBUTE]: agent?.agentId,
        [VOICE_SCRIPT_ATTRIBUTE]: agent?.scriptUrl,
        [VOICE_INTEGRITY_ATTRIBUTE]: agent?.integrity,
        [BLOCK_SCRIPT_ATTRIBUTE]: voiceFile.path,
      })}
    >
      <summary>
        <Icon name="voice" size={24} className="launcher-voice text-accent" />
        <Icon name="close" size={24} className="launcher-close" />
        <span className="launcher-name">{labels.launcher}</span>
      </summary>
      <div className="launcher-panel panel floating">
        <p className="font-display text-xl leading-tight font-semibold">{fill(labels.panel, { brand })}</p>
        {agent && <AgentSlot labels={labels} />}
        <OtherContactOptions phone={phone} settings={settings} labels={labels} />
      </div>
    </details>
  )
}
