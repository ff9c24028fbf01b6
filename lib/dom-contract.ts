/* Attributes, ids, storage keys and headers that the HTML, the scripts in browser/ and the named style sheets share. */

/**
 * Theme of the page, light or dark, on the root element. next-themes sets it on account pages. Selected in
 * app/styles/tokens.css.
 */
export const THEME_ATTRIBUTE = 'data-theme'
export const THEME_CHOICE_ATTRIBUTE = 'data-theme-choice'

/**
 * Set on the root element after the page scrolls, in browsers without scroll-driven animations. Selected in
 * app/styles/frame.css.
 */
export const SCROLLED_ATTRIBUTE = 'data-scrolled'

/**
 * Set on the root element while a field has focus, because a phone then shows its keyboard. Selected in
 * app/styles/states.css.
 */
export const TYPING_ATTRIBUTE = 'data-typing'

/** Set on off-screen parts while the search opens or the theme changes. Selected in app/styles/base.css. */
export const SCROLLED_FAR_ATTRIBUTE = 'data-far'

/** Set on links that the browser prefetches before hover. */
export const PREFETCH_ATTRIBUTE = 'data-prefetch'

/** Set on the root element if the visitor appears to be signed in. Selected in app/styles/states.css. */
export const SIGNED_IN_ATTRIBUTE = 'data-signed-in'
export const ACCOUNT_LINK_ATTRIBUTE = 'data-account'

/** Set on `details` elements that open on hover and close on leave, Escape and outside clicks. */
export const MENU_ATTRIBUTE = 'data-menu'
/** Id of the mobile menu. Selected in app/styles/base.css. */
export const SITE_MENU_ID = 'site-menu'
/** Set on the root element while the mobile menu is open. Selected in app/styles/base.css. */
export const SITE_MENU_OPEN_ATTRIBUTE = 'data-menu-open'

/**
 * `ANNOUNCEMENT_ATTRIBUTE` is set on the first-paint script; its value is the announcement's id. Once the visitor
 * dismisses it, the root element has the attribute with the value `DISMISSED_VALUE`. Selected in app/styles/states.css.
 */
export const ANNOUNCEMENT_ATTRIBUTE = 'data-announcement'
export const DISMISSED_VALUE = 'dismissed'
export const DISMISS_ATTRIBUTE = 'data-dismiss'
/** Storage key of the dismissed announcement's id. */
export const ANNOUNCEMENT_STORAGE_KEY = 'announcement'

export const LOGO_IMAGE_ATTRIBUTE = 'data-logo'
/** Set on the parent of a logo that failed to load. Selected in app/styles/frame.css. */
export const LOGO_FAILED_ATTRIBUTE = 'data-failed'

/** Set on the launcher's `details` element; the value is a `VoiceState`. Selected in app/styles/frame.css. */
export const VOICE_ATTRIBUTE = 'data-voice'
/** Load state of the vendor's script. */
export type VoiceState = 'idle' | 'loading' | 'ready' | 'failed'
/** Set on the launcher: the agent id, the script URL and its integrity hash. */
export const VOICE_AGENT_ATTRIBUTE = 'data-agent'
export const VOICE_SCRIPT_ATTRIBUTE = 'data-script'
export const VOICE_INTEGRITY_ATTRIBUTE = 'data-integrity'
/** Set on the launcher while it is hidden so that it does not cover content. Selected in app/styles/frame.css. */
export const VOICE_UNAVAILABLE_ATTRIBUTE = 'data-gone'
export const VOICE_SLOT_ATTRIBUTE = 'data-voice-slot'
export const VOICE_RETRY_ATTRIBUTE = 'data-voice-retry'

/** Contact form: its id, the name of its ticket field, and the URL that issues tickets. */
export const CONTACT_FORM_ID = 'contact-form'
export const CONTACT_TICKET_FIELD = 'ticket'
export const CONTACT_TICKET_PATH = '/api/contact/ticket'

export const NEWSLETTER_FORM_ID = 'newsletter-form'

/**
 * Set on a form's confirmation message, which is visible while the URL fragment is the message's id. The forms select
 * it with `target:` classes.
 */
export const FORM_SENT_ATTRIBUTE = 'data-sent'

export const PAGE_VIEWS_PATH = '/api/page-views'

export const PARTICLES_PLACE_ATTRIBUTE = 'data-particles-place'

/**
 * Set on a calculator and its parts: an input field, a computed number, and the chart of the percentage of missed calls
 * that would be booked.
 */
export const CALCULATOR_ATTRIBUTE = 'data-calculator'
export const CALCULATOR_FIELD_ATTRIBUTE = 'data-field'
export const CALCULATOR_AMOUNT_ATTRIBUTE = 'data-sum'
export const CALCULATOR_SHARE_ATTRIBUTE = 'data-share'
/**
 * CSS custom property with the percentage of missed calls that would be booked, as a number from 0 to 1. Used in
 * components/site/calculator/arithmetic.tsx.
 */
export const CALCULATOR_SHARE_PROPERTY = '--share'

/** Set on the billing period inputs, which have the values `monthly` and `yearly`. */
export const BILLING_ATTRIBUTE = 'data-billing'

/** Set on a plan finder, its two number inputs, its result, and each plan (value: `FinderPlan` as JSON). */
export const FINDER_ATTRIBUTE = 'data-finder'
export const FINDER_FIELD_ATTRIBUTE = 'data-need'
export const FINDER_RESULT_ATTRIBUTE = 'data-found'
export const FINDER_PLAN_ATTRIBUTE = 'data-plan'
/** Set on a plan; the value is a `PlanFit`. Selected in components/site/pricing/finder-plan.tsx. */
export const PLAN_FIT_ATTRIBUTE = 'data-fit'
export type PlanFit = 'best' | 'fits' | 'not'
/** Set on a plan that includes too few calls. Selected in components/site/pricing/finder-plan.tsx. */
export const PLAN_OVER_ATTRIBUTE = 'data-over'
export const FINDER_NAME_ATTRIBUTE = 'data-plan-name'
export const FINDER_AMOUNT_ATTRIBUTE = 'data-plan-sum'
/**
 * Both are set on the finder's answer: the template of the text that names a plan (`{plan}`, `{cost}`), and the text if
 * no plan is suitable.
 */
export const FINDER_ANSWER_ATTRIBUTE = 'data-answer'
export const FINDER_NONE_ATTRIBUTE = 'data-none'
export const FINDER_COPY_ATTRIBUTE = 'data-copy-answer'
export const FINDER_COPIED_ATTRIBUTE = 'data-copied-answer'
export const FINDER_COPY_FAILED_ATTRIBUTE = 'data-uncopied-answer'

/**
 * Set on the coverage check (value: the cities with a page, see `formatCities`) and on each part of its answer (value:
 * when to show the part).
 */
export const PLACE_CHECK_ATTRIBUTE = 'data-places'
export const PLACE_MESSAGE_ATTRIBUTE = 'data-place'
/** Set inside the coverage check's answer, on the element that shows the name of the state or city. */
export const PLACE_NAME_ATTRIBUTE = 'data-place-name'

/** Set on each part that shows a sample call, such as the player and the transcript. The value is the call's name. */
export const CALL_ATTRIBUTE = 'data-call'
/** Set on the parts of a sample call while it plays; the value is a `CallStage`. Selected in app/styles/call.css. */
export const CALL_STAGE_ATTRIBUTE = 'data-stage'
export type CallStage = 'playing' | 'paused' | 'done'
/**
 * Set on the parts of a sample call; the value is the sound source. `none` means that the call can only be read,
 * `words` that it has no play button. Selected in app/styles/call.css.
 */
export const CALL_SOUND_ATTRIBUTE = 'data-sound'
export type CallSound = 'recording' | 'voices' | 'none' | 'words'
/**
 * `CALL_PLAY_ATTRIBUTE` is set on play buttons. `CALL_PRESSED_ATTRIBUTE` is set after a click until the player has
 * loaded.
 */
export const CALL_PLAY_ATTRIBUTE = 'data-call-play'
export const CALL_PRESSED_ATTRIBUTE = 'data-pressed'
export const CALLS_READY_ATTRIBUTE = 'data-calls'
export const CALL_TAB_ATTRIBUTE = 'data-call-tab'
/**
 * Set on elements that appear with a line of the call; the value is the 0-based line number.
 * `CALL_LINE_SPOKEN_ATTRIBUTE` is added after the line was spoken.
 */
export const CALL_LINE_ATTRIBUTE = 'data-line'
export const CALL_LINE_SPOKEN_ATTRIBUTE = 'data-said'
/** Set on the line that is currently spoken. Selected in app/styles/call.css. */
export const CALL_LINE_CURRENT_ATTRIBUTE = 'data-now'
/** CSS highlight names of the spoken words and of the current word. Styled in app/styles/call.css. */
export const SPOKEN_HIGHLIGHT = 'call-said'
export const CURRENT_WORD_HIGHLIGHT = 'call-word'
/**
 * Set on a transcript line: its start in seconds, its packed word times if measured (lib/site/word-times.ts), and its
 * speaker.
 */
export const CALL_STARTS_ATTRIBUTE = 'data-starts'
export const CALL_WORDS_ATTRIBUTE = 'data-words'
export const CALL_SPEAKER_ATTRIBUTE = 'data-speaker'
export const CALL_TEXT_ATTRIBUTE = 'data-call-text'
/** Set on the transcript: the duration in seconds, and the URL of the recording. */
export const CALL_SECONDS_ATTRIBUTE = 'data-seconds'
export const CALL_RECORDING_ATTRIBUTE = 'data-recording'
/** Set on parts of the player: the current speaker and text, the position slider, and the elapsed time. */
export const CALL_CAPTION_SPEAKER_ATTRIBUTE = 'data-caption-speaker'
export const CALL_CAPTION_ATTRIBUTE = 'data-caption'
export const CALL_POSITION_ATTRIBUTE = 'data-position'
export const CALL_CLOCK_ATTRIBUTE = 'data-clock'
/** CSS property of the playback progress, 0 to 1. Used in app/styles/call.css. */
export const CALL_PROGRESS_PROPERTY = '--heard'

/**
 * Set on the code samples of an API request. The value is the language, on a radio button and its sample, or empty for
 * copyable plain text.
 */
export const SAMPLES_ATTRIBUTE = 'data-samples'
export const SAMPLE_CHOICE_ATTRIBUTE = 'data-sample-choice'
export const SAMPLE_ATTRIBUTE = 'data-sample'
export const COPY_ATTRIBUTE = 'data-copy'
export const COPIED_ATTRIBUTE = 'data-copied'
/** Id of the live region that announces copying. */
export const COPY_STATUS_ID = 'copy-status'

/**
 * Set on an element that has its own script; the value is the script URL. The script loads at the first interaction.
 */
export const BLOCK_SCRIPT_ATTRIBUTE = 'data-own-script'

/** Part of the URL fragment before `=`. A fragment with this name loads the element's script immediately. */
export const HANDLED_FRAGMENT_ATTRIBUTE = 'data-own-fragment'

/** Set on an element with the URL of a page script, which loads after the first paint. */
export const LATE_SCRIPT_ATTRIBUTE = 'data-late-script'

/** Set on the suggestions of a 404 page while none are found. */
export const NEAR_PAGES_ATTRIBUTE = 'data-none-near'

export const SEARCH_ATTRIBUTE = 'data-search'
export const SEARCH_ID = 'site-search'
/** Set on the root element while the search is open. Selected in app/styles/base.css. */
export const SEARCH_OPEN_ATTRIBUTE = 'data-search-open'
/** Set on the search dialog; the value is a `SearchState`. Selected in app/styles/frame.css. */
export const SEARCH_STATE_ATTRIBUTE = 'data-state'
export type SearchState = 'idle' | 'loading' | 'failed' | 'found'
/** Set inside the search dialog: the number of results, the result list, and the template of a result. */
export const SEARCH_STATUS_ATTRIBUTE = 'data-search-status'
export const SEARCH_RESULTS_ATTRIBUTE = 'data-search-results'
export const SEARCH_SAMPLE_ATTRIBUTE = 'data-search-sample'
export const SEARCH_PART_ATTRIBUTE = 'data-search-part'
export type SearchPart = 'kind' | 'title' | 'text'

/**
 * Returns props for an element with these attributes. Scripts may change the attributes before hydration, so React must
 * not warn.
 */
export const toScriptAttributes = <Attributes extends Record<string, string | undefined>>(attributes: Attributes) => ({
  ...attributes,
  suppressHydrationWarning: true,
})
