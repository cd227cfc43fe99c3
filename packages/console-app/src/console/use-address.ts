/** The address of what is shown. Links change it by themselves, and so do the browser’s Back and Forward. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Address, hashOf, readAddress } from './address.js';

export interface OwnAddress {
  readonly address: Address;
  /** Of the page that was shown last and has one: other pages begin with it. */
  readonly orgId: string | null;
  go(to: Address): void;
  /** In place of what is shown now: Back leads to what was before. */
  replace(to: Address): void;
  /** Of the next person, nothing is open. */
  forget(): void;
}

export function useAddress(): OwnAddress {
  const [address, setAddress] = useState(() => readAddress(location.hash));
  const orgId = useRef(address.orgId);
  if (address.orgId !== null) orgId.current = address.orgId;
  useEffect(() => {
    const read = (): void => setAddress(readAddress(location.hash));
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return {
    address,
    orgId: orgId.current,
    go(to) {
      location.hash = hashOf(to);
      setAddress(to);
    },
    replace(to) {
      history.replaceState(null, '', hashOf(to));
      setAddress(to);
    },
    forget: () => history.replaceState(null, '', location.pathname),
  };
}
