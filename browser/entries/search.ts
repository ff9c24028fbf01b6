import { startNearPages } from '../near-pages.ts'
import { indexLoader } from '../search-index.ts'
import { startSearch } from '../search.ts'

/* The file of the search: a page loads it when somebody turns to it, that of an address that leads nowhere by itself. */
const load = indexLoader()
startSearch(load)
void startNearPages(load)
