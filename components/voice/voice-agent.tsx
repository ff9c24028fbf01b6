import { stegaClean } from 'next-sanity'
import {
  scripted,
  VOICE,
  VOICE_AGENT,
  VOICE_RETRY,
  VOICE_SCRIPT,
  VOICE_SLOT,
  type VoiceState,
} from '@/lib/dom-contract.ts'
import type { VoiceAgent as Agent } from '@/lib/voice-agent.ts'
import type { SETTINGS_QUERY_RESULT } from '../../sanity/types.ts'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { VoicePlace } from './voice-place.tsx'
import { phoneHref } from '@/lib/phone.ts'

type Settings = NonNullable<SETTINGS_QUERY_RESULT>

const IDLE: VoiceState = 'idle'

type VoiceAgentProps = {
  brand: string
  settings: Pick<Settings, 'contact' | 'booking'> | null
  /** Without one, visitors can call or book. */
  agent: Agent | undefined
}

/** What the style sheet shows of the vendor's widget: that it comes, the widget itself, or that it did not come. */
function AgentSlot() {
  return (
    <div className="voice-agent" aria-live="polite">
      <p className="voice-loading label text-muted">Connecting you with the assistant…</p>
      <div className="voice-failed">
        <p className="label">The assistant cannot be reached just now.</p>
        <button type="button" className="text-link label min-h-11 cursor-pointer" {...scripted({ [VOICE_RETRY]: '' })}>
          Try again
        </button>
      </div>
      <div className="voice-slot" {...scripted({ [VOICE_SLOT]: '' })} />
    </div>
  )
}

/**
 * The launcher at the lower right of a page. Native HTML: it opens without a script and always offers to call or book;
 * the vendor's script is loaded only when a visitor turns to it.
 */
export function VoiceAgent({ brand, settings, agent }: VoiceAgentProps) {
  const phone = stegaClean(settings?.contact?.phone)
  const { label, url } = settings?.booking ?? {}
  return (
    <VoicePlace>
      <details
        className="voice fixed right-8 bottom-20 z-30 print:hidden"
        {...scripted({ [VOICE]: IDLE, [VOICE_AGENT]: agent?.agentId, [VOICE_SCRIPT]: agent?.scriptUrl })}
      >
        <summary className="voice-launcher">
          <Icon name="voice" size={22} className="voice-open" />
          <Icon name="close" size={22} className="voice-close" />
          <span className="max-sm:sr-only">Talk to us</span>
        </summary>
        <div className="voice-panel">
          <p className="font-display text-xl leading-tight font-semibold">Talk to {brand}</p>
          {agent && <AgentSlot />}
          <div className="mt-4 grid gap-2.5">
            {phone && (
              <Link href={phoneHref(phone)} className="button button-solid">
                <Icon name="phone" size={18} />
                Call {settings?.contact?.phone}
              </Link>
            )}
            {url && (
              <Link href={url} className="button button-quiet">
                <Icon name="calendar" size={18} />
                {label}
              </Link>
            )}
          </div>
        </div>
      </details>
    </VoicePlace>
  )
}
