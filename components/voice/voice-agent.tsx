import { ButtonLink } from '../ui/button-link.tsx'
import { stegaClean } from 'next-sanity'
import {
  OWN_SCRIPT,
  scripted,
  VOICE,
  VOICE_AGENT,
  VOICE_INTEGRITY,
  VOICE_RETRY,
  VOICE_SCRIPT,
  VOICE_SLOT,
  type VoiceState,
} from '@/lib/dom-contract.ts'
import { voiceFile } from '@/lib/browser-bundles.js'
import type { Words } from '@/lib/words.ts'
import type { VoiceAgent as Agent } from '@/lib/voice-agent.ts'
import type { SETTINGS_QUERY_RESULT } from '../../sanity/types.ts'
import { fill } from '../ui/fill.tsx'
import { Icon } from '../ui/icon.tsx'
import { isFictional, phoneHref } from '@/lib/phone.ts'
import { HEAR_CALL_HREF } from '@/lib/routes.ts'

type Settings = NonNullable<SETTINGS_QUERY_RESULT>

const IDLE: VoiceState = 'idle'

type VoiceWords = Words['voice']

type VoiceAgentProps = {
  brand: string
  settings: Pick<Settings, 'contact' | 'booking'> | null
  words: VoiceWords
  /** Without one, visitors can call, or hear a sample call where the number is a sample, and book. */
  agent: Agent | undefined
}

/** What the style sheet shows of the vendor's widget: that it comes, the widget itself, or that it did not come. */
function AgentSlot({ words }: { words: VoiceWords }) {
  return (
    <div aria-live="polite">
      <p className="launcher-loading label mt-3 text-muted-foreground">{words.connecting}</p>
      <div className="launcher-failed mt-3">
        <p className="label">{words.failed}</p>
        <button type="button" className="text-link label min-h-11 cursor-pointer" {...scripted({ [VOICE_RETRY]: '' })}>
          {words.retry}
        </button>
      </div>
      <div className="launcher-agent" {...scripted({ [VOICE_SLOT]: '' })} />
    </div>
  )
}

/** What works without an agent: to call, or to hear a sample call where the number reaches nobody, and to book. */
function OtherWays({
  phone,
  settings,
  words,
}: Pick<VoiceAgentProps, 'settings' | 'words'> & { phone: string | undefined }) {
  const { label, url } = settings?.booking ?? {}
  const isSample = phone !== undefined && isFictional(phone)
  return (
    <div className="mt-4 grid gap-2.5">
      {phone && (
        <ButtonLink href={isSample ? HEAR_CALL_HREF : phoneHref(phone)}>
          <Icon name={isSample ? 'play' : 'phone'} size={18} />
          {isSample ? words.hear : fill(words.callNumber, { number: phone })}
        </ButtonLink>
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

/**
 * The launcher at the lower right of a page, not there without an agent and a number to call. Native HTML: it opens without
 * a script and always offers another way; its own script (browser/voice-agent.ts) is loaded when a visitor turns to it, the
 * vendor's only when it is pressed.
 */
export function VoiceAgent({ brand, settings, words, agent }: VoiceAgentProps) {
  const phone = stegaClean(settings?.contact?.phone) || undefined
  if (!agent && !phone) return null
  return (
    <details
      className="launcher fixed right-8 bottom-20 low:static"
      {...scripted({
        [VOICE]: IDLE,
        [VOICE_AGENT]: agent?.agentId,
        [VOICE_SCRIPT]: agent?.scriptUrl,
        [VOICE_INTEGRITY]: agent?.integrity,
        [OWN_SCRIPT]: voiceFile.path,
      })}
    >
      <summary>
        <Icon name="voice" size={24} className="launcher-voice text-accent" />
        <Icon name="close" size={24} className="launcher-close" />
        <span className="launcher-name">{words.launcher}</span>
      </summary>
      <div className="launcher-panel panel floating">
        <p className="font-display text-xl leading-tight font-semibold">{fill(words.panel, { brand })}</p>
        {agent && <AgentSlot words={words} />}
        <OtherWays phone={phone} settings={settings} words={words} />
      </div>
    </details>
  )
}
