/**
 * Plain policies that the others are compared with. A user chooses them by name, as any other. They know the kernel's port for
 * policies and nothing of selectors.
 */
@NullMarked
package org.sojourn.selectors.comparison;

import org.jspecify.annotations.NullMarked;
