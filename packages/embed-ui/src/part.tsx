/** One element of a primitive: its look is the page's, its meaning is ours. */
'use client';
import {
  type ComponentPropsWithoutRef,
  cloneElement,
  createElement,
  type ElementType,
  isValidElement,
  type ReactElement,
  type SyntheticEvent,
} from 'react';

/** Attributes of the element, and whose element it is. */
export type PartProps<Tag extends ElementType> = Omit<ComponentPropsWithoutRef<Tag>, 'children'> & {
  /**
   * True: the only child is the element, and gets the attributes and handlers.
   * @defaultValue false
   */
  readonly asChild?: boolean | undefined;
  /** In the element, in place of what would be there. Default: what the primitive shows. */
  readonly children?: ComponentPropsWithoutRef<'div'>['children'];
};

type Props = Readonly<Record<string, unknown>>;

/** The element `as` with `props`, or the child with them. Handlers of both are called, the child's first. */
export function Part({ as, asChild, children, ...props }: Props & { readonly as: ElementType }): ReactElement {
  if (asChild && isValidElement<Props>(children)) return cloneElement(children, merged(props, children.props as Props));
  return createElement(as, props, children as ReactElement);
}

/** Attributes and handlers of both: `theirs` first, and they can prevent `ours`. */
export function merged(ours: Props, theirs: Props): Props {
  const all: Record<string, unknown> = { ...theirs };
  for (const [name, own] of Object.entries(ours)) {
    const other = theirs[name];
    if (!own || !other) all[name] ??= own;
    else if (name === 'className') all[name] = `${own} ${other}`;
    else if (name === 'style') all[name] = { ...own, ...other };
    else if (typeof own === 'function' && typeof other === 'function')
      all[name] = (event: SyntheticEvent) => {
        other(event);
        if (!event.defaultPrevented) own(event);
      };
  }
  return all;
}
