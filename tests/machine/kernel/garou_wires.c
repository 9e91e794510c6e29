// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The wires of a table on a machine that is no Pi: a header of pins, a SPI controller and expanders on I2C.
 *
 * Everything above them is the kernel's own: gpiolib with its lines, edges and consumers, spidev, i2c-dev.
 * Hands and faults come in through /sys/kernel/debug/garou:
 *
 *   pins         write "PIN DOWN": 1 pulls the pin to ground, 0 lets it go
 *   frames       read: waits for the next SPI write and gives it, after a header of 24 bytes: its number (u64),
 *                the moment it began in ns (u64, CLOCK_MONOTONIC), its clock in Hz and its length (u32 each)
 *   spi_error    an errno that every write answers; 0: none
 *   spi_hang_ms  how much longer each write takes
 *   0x20 to 0x27
 *     down       the buttons that are down, GPA0 to GPA7 in the low byte, GPB0 to GPB7 in the high one
 *     absent     1: the chip does not answer
 *     hang_ms    how much longer each answer takes
 *     fail_every one of so many answers fails; 0: none
 *     reset      write: the registers are as after power came
 */
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/gpio/driver.h>
#include <linux/i2c.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/of.h>
#include <linux/platform_device.h>
#include <linux/proc_fs.h>
#include <linux/random.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/spi/spi.h>
#include <linux/uaccess.h>
#include <linux/version.h>
#include <linux/wait.h>

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 5, 0)
#define devm_spi_alloc_host devm_spi_alloc_master
#endif

static char *label = "pinctrl-bcm2711";
module_param(label, charp, 0444);
MODULE_PARM_DESC(label, "the label of the header's chip: pinctrl-bcm2835, pinctrl-bcm2711 or pinctrl-rp1");
static int number;
module_param(number, int, 0444);
MODULE_PARM_DESC(number, "the number of the header's chip: so many chips without a use are registered before it");
static char *model = "Raspberry Pi 4 Model B Rev 1.4";
module_param(model, charp, 0444);
MODULE_PARM_DESC(model, "what /proc/device-tree/model says, where the machine has no device tree");
static uint revision = 0xc03114;
module_param(revision, uint, 0444);
MODULE_PARM_DESC(revision, "the board's revision code, for /proc/device-tree/system/linux,revision");

static struct platform_device *board;
static struct dentry *root;

/* The header */

#define PINS 54
#define IDLE 16

static struct {
	struct gpio_chip chip;
	raw_spinlock_t lock;
	DECLARE_BITMAP(down, PINS);
	DECLARE_BITMAP(pulled_up, PINS);
	DECLARE_BITMAP(output, PINS);
	DECLARE_BITMAP(driven_high, PINS);
	DECLARE_BITMAP(unmasked, PINS);
	unsigned int edges[PINS];
} header;

static struct gpio_chip idle[IDLE];

static int level(unsigned int pin)
{
	if (test_bit(pin, header.output))
		return test_bit(pin, header.driven_high);
	if (test_bit(pin, header.down))
		return 0;
	/* Without its pull-up an open input floats. */
	return test_bit(pin, header.pulled_up) ? 1 : get_random_u8() & 1;
}

static int pin_get(struct gpio_chip *chip, unsigned int pin)
{
	return level(pin);
}

static void pin_set(struct gpio_chip *chip, unsigned int pin, int value)
{
	__assign_bit(pin, header.driven_high, value);
}

static int pin_input(struct gpio_chip *chip, unsigned int pin)
{
	clear_bit(pin, header.output);
	return 0;
}

static int pin_output(struct gpio_chip *chip, unsigned int pin, int value)
{
	pin_set(chip, pin, value);
	set_bit(pin, header.output);
	return 0;
}

static int pin_direction(struct gpio_chip *chip, unsigned int pin)
{
	return test_bit(pin, header.output) ? GPIO_LINE_DIRECTION_OUT : GPIO_LINE_DIRECTION_IN;
}

static int pin_config(struct gpio_chip *chip, unsigned int pin, unsigned long config)
{
	switch (pinconf_to_config_param(config)) {
	case PIN_CONFIG_BIAS_PULL_UP:
		set_bit(pin, header.pulled_up);
		return 0;
	case PIN_CONFIG_BIAS_DISABLE:
	case PIN_CONFIG_BIAS_PULL_DOWN:
		clear_bit(pin, header.pulled_up);
		return 0;
	default:
		return -ENOTSUPP;
	}
}

static void pin_mask(struct irq_data *data)
{
	struct gpio_chip *chip = irq_data_get_irq_chip_data(data);

	clear_bit(irqd_to_hwirq(data), header.unmasked);
	gpiochip_disable_irq(chip, irqd_to_hwirq(data));
}

static void pin_unmask(struct irq_data *data)
{
	struct gpio_chip *chip = irq_data_get_irq_chip_data(data);

	gpiochip_enable_irq(chip, irqd_to_hwirq(data));
	set_bit(irqd_to_hwirq(data), header.unmasked);
}

static int pin_edges(struct irq_data *data, unsigned int type)
{
	header.edges[irqd_to_hwirq(data)] = type;
	return 0;
}

static const struct irq_chip pin_irqs = {
	.name = "garou-pins",
	.irq_mask = pin_mask,
	.irq_unmask = pin_unmask,
	.irq_set_type = pin_edges,
	.flags = IRQCHIP_IMMUTABLE,
	GPIOCHIP_IRQ_RESOURCE_HELPERS,
};

static void move(unsigned int pin, bool down)
{
	unsigned long flags;
	int before, after;

	raw_spin_lock_irqsave(&header.lock, flags);
	before = level(pin);
	__assign_bit(pin, header.down, down);
	after = level(pin);
	raw_spin_unlock_irqrestore(&header.lock, flags);
	if (before == after || !test_bit(pin, header.unmasked) ||
	    !(header.edges[pin] & (after ? IRQ_TYPE_EDGE_RISING : IRQ_TYPE_EDGE_FALLING)))
		return;
	local_irq_save(flags);
	generic_handle_domain_irq(header.chip.irq.domain, pin);
	local_irq_restore(flags);
}

static ssize_t pins_write(struct file *file, const char __user *buffer, size_t count, loff_t *at)
{
	char text[32];
	unsigned int pin, down;

	if (count >= sizeof(text))
		return -EINVAL;
	if (copy_from_user(text, buffer, count))
		return -EFAULT;
	text[count] = 0;
	if (sscanf(text, "%u %u", &pin, &down) != 2 || pin >= PINS)
		return -EINVAL;
	move(pin, down);
	return count;
}

static const struct file_operations pins_file = { .owner = THIS_MODULE, .write = pins_write };

static int header_init(struct device *parent)
{
	struct gpio_irq_chip *irqs = &header.chip.irq;
	int i, error;

	for (i = 0; i < min(number, IDLE); i++) {
		idle[i] = (struct gpio_chip){ .label = "of-no-use", .parent = parent, .owner = THIS_MODULE,
					      .base = -1, .ngpio = 1, .get = pin_get,
					      .direction_input = pin_input };
		error = devm_gpiochip_add_data(parent, &idle[i], NULL);
		if (error)
			return error;
	}
	raw_spin_lock_init(&header.lock);
	header.chip = (struct gpio_chip){ .label = label, .parent = parent, .owner = THIS_MODULE, .base = -1,
					  .ngpio = PINS, .get = pin_get, .set = pin_set,
					  .direction_input = pin_input, .direction_output = pin_output,
					  .get_direction = pin_direction, .set_config = pin_config };
	gpio_irq_chip_set_chip(irqs, &pin_irqs);
	irqs->handler = handle_simple_irq;
	irqs->default_type = IRQ_TYPE_NONE;
	error = devm_gpiochip_add_data(parent, &header.chip, NULL);
	if (!error)
		debugfs_create_file("pins", 0200, root, NULL, &pins_file);
	return error;
}

/* The wire of the rings */

#define KEPT 64
#define LONGEST 65536

struct frame_head {
	u64 number, began_ns;
	u32 hz, length;
};

static struct {
	struct frame_head head;
	u8 *data;
} frames[KEPT];

static u64 written;
static DEFINE_MUTEX(frames_lock);
static DECLARE_WAIT_QUEUE_HEAD(frames_wait);
static u32 spi_error, spi_hang_ms;
static struct spi_controller *controller;

static int wire_write(struct spi_controller *c, struct spi_device *device, struct spi_transfer *transfer)
{
	u32 hz = max(1u, transfer->speed_hz), length = min_t(u32, transfer->len, LONGEST);
	u64 began_ns = ktime_get_ns(), takes_us = div_u64((u64)transfer->len * 8 * USEC_PER_SEC, hz);
	struct frame_head *head;

	if (spi_hang_ms)
		msleep(spi_hang_ms);
	usleep_range(takes_us + 1, takes_us + 100);
	if (spi_error)
		return -(int)spi_error;
	if (!transfer->tx_buf)
		return 0;
	mutex_lock(&frames_lock);
	head = &frames[written % KEPT].head;
	*head = (struct frame_head){ .number = written, .began_ns = began_ns, .hz = hz, .length = length };
	memcpy(frames[written % KEPT].data, transfer->tx_buf, length);
	written++;
	mutex_unlock(&frames_lock);
	wake_up_interruptible(&frames_wait);
	return 0;
}

static int frames_open(struct inode *inode, struct file *file)
{
	u64 *next = kmalloc(sizeof(*next), GFP_KERNEL);

	if (!next)
		return -ENOMEM;
	/* The frame that stands on the rings comes first. */
	*next = written ? written - 1 : 0;
	file->private_data = next;
	return 0;
}

static int frames_release(struct inode *inode, struct file *file)
{
	kfree(file->private_data);
	return 0;
}

static ssize_t frames_read(struct file *file, char __user *buffer, size_t count, loff_t *at)
{
	u64 *next = file->private_data;
	ssize_t size;
	int error;

	error = wait_event_interruptible(frames_wait, READ_ONCE(written) > *next);
	if (error)
		return error;
	mutex_lock(&frames_lock);
	if (*next + KEPT < written)
		*next = written - KEPT;
	size = sizeof(struct frame_head) + frames[*next % KEPT].head.length;
	if (size > count)
		size = -EINVAL;
	else if (copy_to_user(buffer, &frames[*next % KEPT].head, sizeof(struct frame_head)) ||
		 copy_to_user(buffer + sizeof(struct frame_head), frames[*next % KEPT].data,
			      size - sizeof(struct frame_head)))
		size = -EFAULT;
	else
		++*next;
	mutex_unlock(&frames_lock);
	return size;
}

static const struct file_operations frames_file = { .owner = THIS_MODULE, .open = frames_open,
						    .release = frames_release, .read = frames_read };

static int wire_init(struct device *parent)
{
	/* A name that spidev takes; nothing else hears it. */
	struct spi_board_info device = { .modalias = "bh2228fv", .max_speed_hz = 125000000, .mode = SPI_MODE_0 };
	int i, error;

	for (i = 0; i < KEPT; i++) {
		frames[i].data = devm_kmalloc(parent, LONGEST, GFP_KERNEL);
		if (!frames[i].data)
			return -ENOMEM;
	}
	controller = devm_spi_alloc_host(parent, 0);
	if (!controller)
		return -ENOMEM;
	controller->bus_num = 0;
	controller->num_chipselect = 2;
	controller->mode_bits = SPI_CPOL | SPI_CPHA | SPI_CS_HIGH | SPI_NO_CS;
	controller->min_speed_hz = 1000;
	controller->max_speed_hz = 125000000;
	controller->transfer_one = wire_write;
	error = devm_spi_register_controller(parent, controller);
	if (error)
		return error;
	for (i = 0; i < 2; i++) {
		device.chip_select = i;
		spi_new_device(controller, &device);
	}
	debugfs_create_file("frames", 0400, root, NULL, &frames_file);
	debugfs_create_u32("spi_error", 0600, root, &spi_error);
	debugfs_create_u32("spi_hang_ms", 0600, root, &spi_hang_ms);
	return 0;
}

/* The expanders: MCP23017, registers in pairs (IOCON.BANK = 0) */

#define CHIPS 8
#define REGISTERS 0x16
#define IODIR 0x00
#define GPPU 0x0c
#define GPIO 0x12
#define OLAT 0x14

static struct mcp {
	u8 registers[REGISTERS];
	u16 down;
	u32 absent, hang_ms, fail_every, asked;
} mcps[CHIPS];

static void mcp_power(struct mcp *chip)
{
	memset(chip->registers, 0, sizeof(chip->registers));
	chip->registers[IODIR] = chip->registers[IODIR + 1] = 0xff;
}

static u8 mcp_get(struct mcp *chip, int at)
{
	int port = at & 1;
	u8 inputs = chip->registers[IODIR + port], high = chip->registers[GPPU + port] | get_random_u8();

	if ((at & ~1) != GPIO)
		return at < REGISTERS ? chip->registers[at] : 0;
	/* Without its pull-up an open input floats; an output reads as its latch. */
	return (inputs & high & ~(chip->down >> 8 * port)) | (~inputs & chip->registers[OLAT + port]);
}

static void mcp_set(struct mcp *chip, int at, u8 value)
{
	if ((at & ~1) == GPIO)
		at += OLAT - GPIO;
	if (at < REGISTERS)
		chip->registers[at] = value;
}

static s32 bus_transfer(struct i2c_adapter *bus, u16 address, unsigned short flags, char direction, u8 at,
			int size, union i2c_smbus_data *data)
{
	struct mcp *chip;

	if (address < 0x20 || address >= 0x20 + CHIPS)
		return -ENXIO;
	chip = &mcps[address - 0x20];
	if (chip->hang_ms)
		msleep(chip->hang_ms);
	/* Five bytes at 400 kHz. */
	usleep_range(110, 150);
	if (chip->absent || (chip->fail_every && ++chip->asked % chip->fail_every == 0))
		return -EREMOTEIO;
	switch (size) {
	case I2C_SMBUS_QUICK:
		return 0;
	case I2C_SMBUS_BYTE:
		data->byte = mcp_get(chip, 0);
		return 0;
	case I2C_SMBUS_BYTE_DATA:
		if (direction == I2C_SMBUS_WRITE)
			mcp_set(chip, at, data->byte);
		else
			data->byte = mcp_get(chip, at);
		return 0;
	case I2C_SMBUS_WORD_DATA:
		if (direction == I2C_SMBUS_WRITE) {
			mcp_set(chip, at, data->word);
			mcp_set(chip, at ^ 1, data->word >> 8);
		} else {
			data->word = mcp_get(chip, at) | mcp_get(chip, at ^ 1) << 8;
		}
		return 0;
	default:
		return -EOPNOTSUPP;
	}
}

static u32 bus_functions(struct i2c_adapter *bus)
{
	return I2C_FUNC_SMBUS_QUICK | I2C_FUNC_SMBUS_BYTE | I2C_FUNC_SMBUS_BYTE_DATA | I2C_FUNC_SMBUS_WORD_DATA;
}

static const struct i2c_algorithm bus_words = { .functionality = bus_functions, .smbus_xfer = bus_transfer };
static struct i2c_adapter bus = { .owner = THIS_MODULE, .algo = &bus_words, .name = "garou wires", .nr = 1 };

static ssize_t reset_write(struct file *file, const char __user *buffer, size_t count, loff_t *at)
{
	mcp_power(file->private_data);
	return count;
}

static const struct file_operations reset_file = { .owner = THIS_MODULE, .open = simple_open,
						   .write = reset_write };

static int bus_init(struct device *parent)
{
	int i, error;

	for (i = 0; i < CHIPS; i++) {
		struct dentry *folder;
		char name[8];

		mcp_power(&mcps[i]);
		snprintf(name, sizeof(name), "0x%02x", 0x20 + i);
		folder = debugfs_create_dir(name, root);
		debugfs_create_x16("down", 0600, folder, &mcps[i].down);
		debugfs_create_u32("absent", 0600, folder, &mcps[i].absent);
		debugfs_create_u32("hang_ms", 0600, folder, &mcps[i].hang_ms);
		debugfs_create_u32("fail_every", 0600, folder, &mcps[i].fail_every);
		debugfs_create_file("reset", 0200, folder, &mcps[i], &reset_file);
	}
	bus.dev.parent = parent;
	error = i2c_add_numbered_adapter(&bus);
	return error;
}

/* What the table asks a Pi for: a PC has no device tree */

static struct proc_dir_entry *tree;

static int model_show(struct seq_file *file, void *data)
{
	seq_puts(file, model);
	seq_putc(file, 0);
	return 0;
}

static int revision_show(struct seq_file *file, void *data)
{
	__be32 code = cpu_to_be32(revision);

	seq_write(file, &code, sizeof(code));
	return 0;
}

static void tree_init(void)
{
	if (of_have_populated_dt())
		return;
	tree = proc_mkdir("device-tree", NULL);
	if (!tree)
		return;
	proc_create_single("model", 0444, tree, model_show);
	proc_create_single("linux,revision", 0444, proc_mkdir("system", tree), revision_show);
}

static int __init wires_init(void)
{
	int error;

	board = platform_device_register_simple("garou-wires", PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(board))
		return PTR_ERR(board);
	root = debugfs_create_dir("garou", NULL);
	error = header_init(&board->dev);
	if (!error)
		error = wire_init(&board->dev);
	if (!error)
		error = bus_init(&board->dev);
	if (error) {
		debugfs_remove(root);
		platform_device_unregister(board);
		return error;
	}
	tree_init();
	return 0;
}

static void __exit wires_exit(void)
{
	proc_remove(tree);
	i2c_del_adapter(&bus);
	debugfs_remove(root);
	platform_device_unregister(board);
}

module_init(wires_init);
module_exit(wires_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("The wires of a table on a machine that is no Pi");
