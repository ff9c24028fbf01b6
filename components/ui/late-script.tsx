import { LATE_SCRIPT } from '@/lib/dom-contract.ts'

/** A script of browser/ for the whole page, which is loaded once the page has been painted (browser/late-scripts.ts). */
export const LateScript = ({ src }: { src: string }) => <template {...{ [LATE_SCRIPT]: src }} />
