# Sets up the table in the folder of a system that does not run: $1.
set -e
chroot "$1" sh -c 'cd /opt/garou-*/ && ./install'
rm -rf "$1"/opt/garou-*
mkdir -p "$1/boot/firmware/garou"
mv "$1/etc/garou/table.toml" "$1/boot/firmware/garou/"
chroot "$1" systemctl --quiet enable garou
chroot "$1" update-initramfs -c -k all
mv "$1"/boot/vmlinuz-* "$1/boot/firmware/vmlinuz"
mv "$1"/boot/initrd.img-* "$1/boot/firmware/initrd.img"
cp "$1"/usr/lib/linux-image-*/broadcom/bcm2*.dtb "$1/boot/firmware/"
: > "$1/etc/machine-id"
chroot "$1" passwd --lock --quiet root
rm -rf "$1/var/cache/apt" "$1/var/lib/apt/lists" "$1/var/log"/*
