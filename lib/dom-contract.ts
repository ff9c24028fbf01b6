/* Attributes, ids, storage keys and headers that the HTML, the scripts in browser/ and the named style sheets share. */

/**
 * Theme of the page, light or dark, on the root element. next-themes sets it on account pages. Selected in
 * app/styles/tokens.css.
 */
export const THEME_ATTRIBUTE = 'data-theme'
export const THEME_CHOICE = 'data-theme-choice'

/**
 * Set on the root element after the page scrolls, in browsers without scroll-driven animations. Selected in
 * app/styles/frame.css.
 */
export const SCROLLED = 'data-scrolled'

/**
 * Set on the root element while a field has focus, because a phone then shows its keyboard. Selected in
 * app/styles/states.css.
 */
export const TYPING = 'data-typing'

/** Set on off-screen parts while the search opens or the theme changes. Selected in app/styles/base.css. */
export const FAR = 'data-far'

/** Set on links that the browser prefetches before hover. */
export const PREFETCH = 'data-prefetch'

/** Set on the root element if the visitor appears to be signed in. Selected in app/styles/states.css. */
export const SIGNED_IN = 'data-signed-in'
export const ACCOUNT_LINK = 'data-account'

/** Set on `details` elements that open on hover and close on leave, Escape and outside clicks. */
export const MENU = 'data-menu'
/** Id of the mobile menu. Selected in app/styles/base.css. */
export const SITE_MENU_ID = 'site-menu'
/** Set on the root element while the mobile menu is open. Selected in app/styles/base.css. */
export const SITE_MENU_OPEN = 'data-menu-open'

/**
 * `ANNOUNCEMENT` is set on the first-paint script; its value is the announcement's id. `DISMISSED` is set on the root
 * element. Selected in app/styles/states.css.
 */
export const ANNOUNCEMENT = 'data-announcement'
export const DISMISSED = 'dismissed'
export const DISMISS = 'data-dismiss'
/** Storage key of the dismissed announcement's id. */
export const ANNOUNCEMENT_KEY = 'announcement'

export const LOGO_IMAGE = 'data-logo'
/** Set on the parent of a logo that failed to load. Selected in app/styles/frame.css. */
export const LOGO_FAILED = 'data-failed'

/** Set on the launcher's `details` element; the value is a `VoiceState`. Selected in app/styles/frame.css. */
export const VOICE = 'data-voice'
/** Load state of the vendor's script. */
export type VoiceState = 'idle' | 'loading' | 'ready' | 'failed'
/** Set on the launcher: the agent id, the script URL and its integrity hash. */
export const VOICE_AGENT = 'data-agent'
export const VOICE_SCRIPT = 'data-script'
export const VOICE_INTEGRITY = 'data-integrity'
/** Set on the launcher while it is hidden so that it does not cover content. Selected in app/styles/frame.css. */
export const VOICE_GONE = 'data-gone'
export const VOICE_SLOT = 'data-voice-slot'
export const VOICE_RETRY = 'data-voice-retry'

/** Contact form: its id, the name of its ticket field, and the URL that issues tickets. */
export const CONTACT_FORM_ID = 'contact-form'
export const CONTACT_TICKET_FIELD = 'ticket'
export const CONTACT_TICKET_PATH = '/api/contact/ticket'

export const NEWSLETTER_FORM_ID = 'newsletter-form'

/**
 * Set on a form's confirmation message, which is visible while the URL fragment is the message's id. Selected by the
 * classes of the forms.
 */
export const FORM_SENT = 'data-sent'

export const PAGE_VIEWS_PATH = '/api/page-views'

export const PARTICLES_PLACE = 'data-particles-place'

/** Set on a calculator and its parts: an input field, a computed number, and the chart of the share. */
export const CALCULATOR = 'data-calculator'
export const CALCULATOR_FIELD = 'data-field'
export const CALCULATOR_SUM = 'data-sum'
export const CALCULATOR_SHARE = 'data-share'
/** CSS property of the share, 0 to 1. Used in components/site/calculator/arithmetic.tsx. */
export const CALCULATOR_SHARE_PROPERTY = '--share'

/** Set on the billing period inputs, which have the values `monthly` and `yearly`. */
export const BILLING = 'data-billing'

/** Set on a plan finder, its two number inputs, its result, and each plan (value: `FinderPlan` as JSON). */
export const FINDER = 'data-finder'
export const FINDER_FIELD = 'data-need'
export const FINDER_RESULT = 'data-found'
export const FINDER_PLAN = 'data-plan'
/** Set on a plan; the value is a `PlanFit`. Selected in components/site/pricing/finder-plan.tsx. */
export const PLAN_FIT = 'data-fit'
export type PlanFit = 'best' | 'fits' | 'not'
/** Set on a plan that includes too few calls. Selected in components/site/pricing/finder-plan.tsx. */
export const PLAN_OVER = 'data-over'
export const FINDER_NAME = 'data-plan-name'
export const FINDER_SUM = 'data-plan-sum'
/** Set on the finder's answer: the text templates with a plan (`{plan}`, `{cost}`) and without one. */
export const FINDER_ANSWER = 'data-answer'
export const FINDER_NONE = 'data-none'
export const FINDER_COPY = 'data-copy-answer'
export const FINDER_COPIED = 'data-copied-answer'
export const FINDER_UNCOPIED = 'data-uncopied-answer'

/**
 * Set on the coverage check (value: the cities with a page, see `placesText`) and on each part of its answer (value:
 * when to show the part).
 */
export const PLACE_CHECK = 'data-places'
export const PLACE_PART = 'data-place'
/** Set inside the coverage check's answer, on the element that shows the name of the state or city. */
export const PLACE_NAME = 'data-place-name'

/** Set on each part that shows a sample call, such as the player and the transcript. The value is the call's name. */
export const CALL = 'data-call'
/** Set on the parts of a sample call while it plays; the value is a `CallStage`. Selected in app/styles/call.css. */
export const CALL_STAGE = 'data-stage'
export type CallStage = 'playing' | 'paused' | 'done'
/**
 * Set on the parts of a sample call: its sound source. `none` means read only, `words` means no play button. Selected
 * in app/styles/call.css.
 */
export const CALL_SOUND = 'data-sound'
export type CallSound = 'recording' | 'voices' | 'none' | 'words'
/** `CALL_PLAY` is set on play buttons. `CALL_PRESSED` is set while a click waits for the player to load. */
export const CALL_PLAY = 'data-call-play'
export const CALL_PRESSED = 'data-pressed'
export const CALLS_READY = 'data-calls'
export const CALL_TAB = 'data-call-tab'
/**
 * Set on elements that appear with a line of the call; the value is the line number, from 0. `CALL_SAID` is added after
 * the line was spoken.
 */
export const CALL_LINE = 'data-line'
export const CALL_SAID = 'data-said'
/** Set on the line that is currently spoken. Selected in app/styles/call.css. */
export const CALL_NOW = 'data-now'
/** CSS highlight names of the spoken words and of the current word. Styled in app/styles/call.css. */
export const WORDS_SAID = 'call-said'
export const WORD_NOW = 'call-word'
/**
 * Set on a transcript line: its start in seconds, its packed word times if measured (lib/site/word-times.ts), and its
 * speaker.
 */
export const CALL_STARTS = 'data-starts'
export const CALL_WORDS = 'data-words'
export const CALL_SPEAKER = 'data-speaker'
export const CALL_TEXT = 'data-call-text'
/** Set on the transcript: the duration in seconds, and the URL of the recording. */
export const CALL_SECONDS = 'data-seconds'
export const CALL_RECORDING = 'data-recording'
/** Set on parts of the player: the current speaker and text, the position slider, and the elapsed time. */
export const CALL_CAPTION_SPEAKER = 'data-caption-speaker'
export const CALL_CAPTION = 'data-caption'
export const CALL_POSITION = 'data-position'
export const CALL_CLOCK = 'data-clock'
/** CSS property of the playback progress, 0 to 1. Used in app/styles/call.css. */
export const CALL_HEARD_PROPERTY = '--heard'

/**
 * Set on the code samples of an API request. The value is the language, on a radio button and its sample, or empty for
 * copyable plain text.
 */
export const SAMPLES = 'data-samples'
export const SAMPLE_CHOICE = 'data-sample-choice'
export const SAMPLE = 'data-sample'
export const COPY = 'data-copy'
export const COPIED = 'data-copied'
/** Id of the live region that announces copying. */
export const COPY_STATUS_ID = 'copy-status'

/**
 * Set on an element that has its own script; the value is the script URL. The script loads at the first interaction.
 */
export const OWN_SCRIPT = 'data-own-script'

/** Part of the URL fragment before `=`. A fragment with this name loads the element's script immediately. */
export const OWN_FRAGMENT = 'data-own-fragment'

/** Set on an element with the URL of a page script, which loads after the first paint. */
export const LATE_SCRIPT = 'data-late-script'

/** Set on the suggestions of a 404 page while none are found. */
export const NEAR_PAGES = 'data-none-near'

export const SEARCH = 'data-search'
export const SEARCH_ID = 'site-search'
/** Set on the root element while the search is open. Selected in app/styles/base.css. */
export const SEARCH_OPEN = 'data-search-open'
/** Set on the search dialog; the value is a `SearchState`. Selected in app/styles/frame.css. */
export const SEARCH_STATE = 'data-state'
export type SearchState = 'idle' | 'loading' | 'failed' | 'found'
/** Set inside the search dialog: the number of results, the result list, and the template of a result. */
export const SEARCH_STATUS = 'data-search-status'
export const SEARCH_RESULTS = 'data-search-results'
export const SEARCH_SAMPLE = 'data-search-sample'
export const SEARCH_PART = 'data-search-part'
export type SearchPart = 'kind' | 'title' | 'text'

/**
 * Returns props for an element with these attributes. Scripts may change the attributes before hydration, so React must
 * not warn.
 */
export const scripted = <Attributes extends Record<string, string | undefined>>(attributes: Attributes) => ({
  ...attributes,
  suppressHydrationWarning: true,
})
