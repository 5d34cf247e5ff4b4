//! Which addresses are not of the public internet.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// What the address is, unless it is a public one.
pub(super) fn private(address: IpAddr) -> Option<&'static str> {
    match address {
        IpAddr::V4(address) => private_v4(address),
        IpAddr::V6(address) => private_v6(address),
    }
}

fn private_v4(address: Ipv4Addr) -> Option<&'static str> {
    Some(match address.octets() {
        [0, ..] => "an unspecified address",
        [127, ..] => "a loopback address",
        [169, 254, ..] => "a link-local address",
        [10, ..] | [192, 168, ..] | [172, 16..=31, ..] => "a private address",
        // The second is Azure's, for what runs there.
        [100, 64..=127, ..] | [168, 63, 129, 16] => "an address of a provider's own network",
        [192, 0, 2, _] | [198, 51, 100, _] | [203, 0, 113, _] => "an address for examples",
        [192, 0, 0, _] | [192, 88, 99, _] | [198, 18..=19, ..] | [240..=255, ..] => {
            "a reserved address"
        }
        [224..=239, ..] => "a multicast address",
        _ => return None,
    })
}

fn private_v6(address: Ipv6Addr) -> Option<&'static str> {
    Some(match address.segments() {
        [0, 0, 0, 0, 0, 0, 0, 0] => "an unspecified address",
        [0, 0, 0, 0, 0, 0, 0, 1] => "a loopback address",
        // Addresses of IPv4 in those of IPv6: mapped, compatible, translated, tunnelled.
        [0, 0, 0, 0, 0, 0 | 0xffff, high, low]
        | [0, 0, 0, 0, 0xffff, 0, high, low]
        | [0x64, 0xff9b, 0, 0, 0, 0, high, low]
        | [0x2002, high, low, ..] => {
            let ([one, two], [three, four]) = (high.to_be_bytes(), low.to_be_bytes());
            return private_v4(Ipv4Addr::new(one, two, three, four));
        }
        [0x64, 0xff9b, 1, ..] | [0x2001, 0, ..] | [0x100, 0, 0, 0, ..] => "a reserved address",
        [0x2001, 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => "an address for examples",
        [0xfc00..=0xfdff | 0xfec0..=0xfeff, ..] => "a private address",
        [0xfe80..=0xfebf, ..] => "a link-local address",
        [0xff00..=0xffff, ..] => "a multicast address",
        // No other addresses are given out to be public.
        [0x2000..=0x3fff, ..] => return None,
        _ => "a reserved address",
    })
}
