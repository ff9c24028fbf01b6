import { startSearch } from '../search.ts'

/* The file of the search, which a page loads when somebody turns to it. */
startSearch()
