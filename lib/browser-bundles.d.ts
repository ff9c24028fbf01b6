/*
 * The scripts of browser/, bundled. scripts/build/browser-bundles.ts writes the module when the site is built, tested,
 * checked or developed.
 */

/** A script that pages load from a file, and where that is. Its name changes with its code, so browsers keep it for good. */
export type BrowserFile = { name: string; path: string; code: string }

/** What controls of every page need. */
export const shellFile: BrowserFile
/** What keeps the calculators of a page up to date. */
export const calculatorFile: BrowserFile
/** What answers the plan finder. */
export const finderFile: BrowserFile
/** What answers the place check, with the table of ZIP codes. */
export const placesFile: BrowserFile
/** What plays the sample calls of a page. */
export const callsFile: BrowserFile
/** What gives forms their tickets. */
export const formsFile: BrowserFile
/** What chooses and copies the samples of the API reference. */
export const samplesFile: BrowserFile
/** What shows a name in the place of a logo that does not load. */
export const logosFile: BrowserFile
/** What finds pages in the dialog of the search. */
export const searchFile: BrowserFile
/** What offers pages near an address that leads nowhere. */
/** What loads the vendor's voice agent, and closes its launcher. */
export const voiceFile: BrowserFile

/** What draws the particles of a page, in the page and in a worker. */
export const particlesFile: BrowserFile

/** All of these files. */
export const browserFiles: BrowserFile[]

/** Inline: what is marked before the first paint. */
export const firstPaintScript: string
/** Inline: what keeps a press on play until the player has come. */
export const callsScript: string
/** Inline: what takes addresses of other sites out of the address bar. */
export const ownRedirectsScript: string
/** The service worker of the dashboard, which a route of its own serves. */
export const dashboardWorkerScript: string
