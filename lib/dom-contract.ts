/* Attributes, ids, storage keys and headers shared by the pages' HTML, the scripts in browser/ and the named style sheets. */

/** Light or dark, on the root element; next-themes sets it on account pages. Selected in app/styles/tokens.css. */
export const THEME_ATTRIBUTE = 'data-theme'
export const THEME_CHOICE = 'data-theme-choice'

/** On the root element of scrolled pages, without scroll-driven animations. Selected in app/styles/frame.css. */
export const SCROLLED = 'data-scrolled'

/** On the root element while a field has focus: a phone's keyboard is open. Selected in app/styles/states.css. */
export const TYPING = 'data-typing'

/** On off-screen parts while the search opens or the theme changes. Selected in app/styles/base.css. */
export const FAR = 'data-far'

/** On a link to prefetch before hover. */
export const PREFETCH = 'data-prefetch'

/** On the root element if the visitor looks signed in. Selected in app/styles/states.css. */
export const SIGNED_IN = 'data-signed-in'
export const ACCOUNT_LINK = 'data-account'

/** On `details` that open on hover and close on leave, Escape and outside clicks. */
export const MENU = 'data-menu'
/** Selected in app/styles/base.css. */
export const SITE_MENU_ID = 'site-menu'
/** On the root element while the mobile menu is open. Selected in app/styles/base.css. */
export const SITE_MENU_OPEN = 'data-menu-open'

/** `ANNOUNCEMENT` is its id, on the first-paint script; `DISMISSED` on the root element. Selected in app/styles/states.css. */
export const ANNOUNCEMENT = 'data-announcement'
export const DISMISSED = 'dismissed'
export const DISMISS = 'data-dismiss'
/** Storage key; the value is the id of the dismissed announcement. */
export const ANNOUNCEMENT_KEY = 'announcement'

export const LOGO_IMAGE = 'data-logo'
/** On the parent of a logo that did not load. Selected in app/styles/frame.css. */
export const LOGO_FAILED = 'data-failed'

/** On the launcher's `details`; the value is a `VoiceState`. Selected in app/styles/frame.css. */
export const VOICE = 'data-voice'
/** State of the vendor's script. */
export type VoiceState = 'idle' | 'loading' | 'ready' | 'failed'
/** On the launcher: agent id, script URL and its integrity hash. */
export const VOICE_AGENT = 'data-agent'
export const VOICE_SCRIPT = 'data-script'
export const VOICE_INTEGRITY = 'data-integrity'
/** On the launcher while it is hidden to keep content uncovered. Selected in app/styles/frame.css. */
export const VOICE_GONE = 'data-gone'
export const VOICE_SLOT = 'data-voice-slot'
export const VOICE_RETRY = 'data-voice-retry'

/** Contact form: id, name of the ticket field, URL of tickets. */
export const CONTACT_FORM_ID = 'contact-form'
export const CONTACT_TICKET_FIELD = 'ticket'
export const CONTACT_TICKET_PATH = '/api/contact/ticket'

export const NEWSLETTER_FORM_ID = 'newsletter-form'

/** On the confirmation in front of a form, shown while the URL's fragment is its id. Selected by the forms' classes. */
export const FORM_SENT = 'data-sent'

export const PAGE_VIEWS_PATH = '/api/page-views'

export const PARTICLES_PLACE = 'data-particles-place'

/** On a calculator and its parts: field, number of the result, chart of the share. */
export const CALCULATOR = 'data-calculator'
export const CALCULATOR_FIELD = 'data-field'
export const CALCULATOR_SUM = 'data-sum'
export const CALCULATOR_SHARE = 'data-share'
/** 0 to 1. Used in components/site/calculator/arithmetic.tsx. */
export const CALCULATOR_SHARE_PROPERTY = '--share'

/** On billing period inputs with the values `monthly` and `yearly`. */
export const BILLING = 'data-billing'

/** On a plan finder, its two numbers, and each plan (value: `FinderPlan` as JSON). */
export const FINDER = 'data-finder'
export const FINDER_FIELD = 'data-need'
export const FINDER_RESULT = 'data-found'
export const FINDER_PLAN = 'data-plan'
/** On a plan: a `PlanFit`. Selected in components/site/pricing/finder-plan.tsx. */
export const PLAN_FIT = 'data-fit'
export type PlanFit = 'best' | 'fits' | 'not'
/** On a plan with too few calls. Selected there as well. */
export const PLAN_OVER = 'data-over'
export const FINDER_NAME = 'data-plan-name'
export const FINDER_SUM = 'data-plan-sum'
/** On the answer: its text with a plan (`{plan}`, `{cost}`) and without one. */
export const FINDER_ANSWER = 'data-answer'
export const FINDER_NONE = 'data-none'
export const FINDER_COPY = 'data-copy-answer'
export const FINDER_COPIED = 'data-copied-answer'
export const FINDER_UNCOPIED = 'data-uncopied-answer'

/** On the coverage check: cities with a page, as `placesText` writes them. On each part of the answer: when to show it. */
export const PLACE_CHECK = 'data-places'
export const PLACE_PART = 'data-place'
/** In a part of the answer: the name of the state, or of the city on a link. */
export const PLACE_NAME = 'data-place-name'

/** On each part that shows a sample call, such as player and transcript; the value is the call's name. */
export const CALL = 'data-call'
/** On these while the call plays; the value is a `CallStage`. Selected in app/styles/call.css. */
export const CALL_STAGE = 'data-stage'
export type CallStage = 'playing' | 'paused' | 'done'
/** On these: sound source; `none` to read only, `words` without a play button. Selected in app/styles/call.css. */
export const CALL_SOUND = 'data-sound'
export type CallSound = 'recording' | 'voices' | 'none' | 'words'
/** On play buttons, and while a press waits for the player to load. */
export const CALL_PLAY = 'data-call-play'
export const CALL_PRESSED = 'data-pressed'
export const CALLS_READY = 'data-calls'
export const CALL_TAB = 'data-call-tab'
/** On elements that appear with a line of the call; the value is its number, from 0. `CALL_SAID` after it was spoken. */
export const CALL_LINE = 'data-line'
export const CALL_SAID = 'data-said'
/** On the current line. Selected in app/styles/call.css. */
export const CALL_NOW = 'data-now'
/** Highlight names of the spoken words and the current word. Styled in app/styles/call.css. */
export const WORDS_SAID = 'call-said'
export const WORD_NOW = 'call-word'
/** On a transcript line: start in seconds, packed word times if measured (lib/site/word-times.ts), speaker. */
export const CALL_STARTS = 'data-starts'
export const CALL_WORDS = 'data-words'
export const CALL_SPEAKER = 'data-speaker'
export const CALL_TEXT = 'data-call-text'
/** On the transcript: duration in seconds, and the recording. */
export const CALL_SECONDS = 'data-seconds'
export const CALL_RECORDING = 'data-recording'
/** In the player: current speaker and text, position slider, elapsed time. */
export const CALL_CAPTION_SPEAKER = 'data-caption-speaker'
export const CALL_CAPTION = 'data-caption'
export const CALL_POSITION = 'data-position'
export const CALL_CLOCK = 'data-clock'
/** Progress of the call, 0 to 1. Used in app/styles/call.css. */
export const CALL_HEARD_PROPERTY = '--heard'

/** On a request's samples. Value: the language, on a radio button and its sample; empty for plain text to copy. */
export const SAMPLES = 'data-samples'
export const SAMPLE_CHOICE = 'data-sample-choice'
export const SAMPLE = 'data-sample'
export const COPY = 'data-copy'
export const COPIED = 'data-copied'
/** Live region. */
export const COPY_STATUS_ID = 'copy-status'

/** On an element with its own script: the URL, loaded at the first interaction. */
export const OWN_SCRIPT = 'data-own-script'

/** The part of the URL's fragment before `=` that loads the element's script at once. */
export const OWN_FRAGMENT = 'data-own-fragment'

/** URL of a page script that loads after the first paint. */
export const LATE_SCRIPT = 'data-late-script'

/** On the suggestions of a 404 page while there are none. */
export const NEAR_PAGES = 'data-none-near'

export const SEARCH = 'data-search'
export const SEARCH_ID = 'site-search'
/** On the root element. Selected in app/styles/base.css. */
export const SEARCH_OPEN = 'data-search-open'
/** On the dialog; the value is a `SearchState`. Selected in app/styles/frame.css. */
export const SEARCH_STATE = 'data-state'
export type SearchState = 'idle' | 'loading' | 'failed' | 'found'
/** In the dialog: the number of results, their list, and the template of a result. */
export const SEARCH_STATUS = 'data-search-status'
export const SEARCH_RESULTS = 'data-search-results'
export const SEARCH_SAMPLE = 'data-search-sample'
export const SEARCH_PART = 'data-search-part'
export type SearchPart = 'kind' | 'title' | 'text'

/** Props for an element with these attributes. Scripts may change it before hydration, so React must not warn. */
export const scripted = <Attributes extends Record<string, string | undefined>>(attributes: Attributes) => ({
  ...attributes,
  suppressHydrationWarning: true,
})
