/**
 * Makes the site: the documents of the tree as pages, each beside the same navigation, with a search over all of them. It runs on the
 * documents as they are, knows nothing of the library's code, and needs no network; its pages need no server.
 */
@NullMarked
package org.sojourn.site;

import org.jspecify.annotations.NullMarked;
